import { ConvertError } from '@switchyard/convert'
import { cliText, errorMessage, type Lang, showable } from '@switchyard/locale'
import { CommanderError } from 'commander'
import { guessLang } from './lang.ts'
import { createProgram } from './program.ts'
import { endQuietlyOnBrokenPipe, paint, say } from './terminal.ts'
import { WrongCall } from './wrong-call.ts'

const EXIT = { nothing: 1, wrongCall: 2 } as const

/** Runs the command line; gives the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  endQuietlyOnBrokenPipe()
  const lang = guessLang(args)
  let code = 0
  const program = createProgram(lang, (result) => {
    code = result
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.help') {
      say(program.helpInformation().trimEnd())
      return EXIT.wrongCall
    }
    return report(error, lang)
  }
}

/** Says what went wrong; gives the exit code. */
function report(error: unknown, lang: Lang): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    return wrongCall(commanderMessage(error, lang), lang)
  }
  if (error instanceof WrongCall) return wrongCall(cliText(error.key, lang, error.args), lang)
  if (error instanceof ConvertError) {
    const message = errorMessage(error.code, lang, error.args)
    if (error.code === 'bad-option') return wrongCall(message, lang)
    say(paint('red', message))
    return EXIT.nothing
  }
  // A bug. Its message may carry what was read, so only the place is told.
  say(paint('red', cliText('bug', lang, { name: error instanceof Error ? error.name : typeof error })))
  if (error instanceof Error) say(placesOf(error))
  return EXIT.nothing
}

function wrongCall(message: string, lang: Lang): number {
  say(paint('red', message))
  say(cliText('see-help', lang))
  return EXIT.wrongCall
}

/** What commander found wrong, in our words and without the values given. */
function commanderMessage(error: CommanderError, lang: Lang): string {
  const name = showable(/'([^']*)'/.exec(error.message)?.[1] ?? '')
  switch (error.code) {
    case 'commander.unknownOption':
      return cliText('unknown-option', lang, { name: name.split('=', 1)[0] })
    case 'commander.unknownCommand':
      return cliText('unknown-command', lang, { name })
    case 'commander.missingMandatoryOptionValue':
      return cliText('option-missing', lang, { name })
    case 'commander.optionMissingArgument':
      return cliText('value-missing', lang, { name })
    case 'commander.missingArgument':
      return cliText('argument-missing', lang, { name })
    case 'commander.excessArguments':
      return cliText('too-many-arguments', lang)
    default:
      return cliText('see-help', lang)
  }
}

function placesOf(error: Error): string {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter((line) => line.trimStart().startsWith('at ')).join('\n')
}
