import { readFileSync } from 'node:fs'
import { cliText, type CliKey, type Lang } from '@switchyard/locale'
import { Command } from 'commander'
import type { CheckFlags } from './commands/check.ts'
import type { ExplainFlags } from './commands/explain.ts'
import type { CompareFlags } from './commands/compare.ts'
import { CONVERT_FLAGS, type ConvertFlags, type FlagLine, LANG_FLAG } from './convert-flags.ts'
import type { InjectFlags } from './commands/inject.ts'
import type { ParseFlags } from './commands/parse.ts'
import type { RulesFlags } from './commands/rules.ts'
import { maintenanceCommand, serveCommand } from './commands/serve.ts'
import type { UpgradeFlags } from './commands/upgrade.ts'
import type { ListsFlags } from './commands/lists.ts'
import { readLang } from './lang.ts'

/** For options that may be given several times. */
const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]

interface Spoken {
  lang: string
}

/**
 * The command line: what it takes and what it says about itself. `end` gets the exit code. A command is loaded when it is
 * called, because help needs no engine.
 */
export function createProgram(lang: Lang, end: (code: number) => void): Command {
  const text = (key: CliKey) => cliText(key, lang)
  const program = new Command('switchyard')
    .description(text('about'))
    .version(version(), '-V, --version', text('help-version'))
    .helpOption('-h, --help', text('help-help'))
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined, writeErr: () => undefined })
    .configureHelp({
      styleTitle: (title) => translated(title, lang),
      optionDescription: ({ description, defaultValue }) =>
        typeof defaultValue === 'string'
          ? `${description}${cliText('default', lang, { value: defaultValue })}`
          : description,
    })
    .usage(text('usage'))
    .addHelpText('after', `\n${text('examples')}`)

  const langOption = [LANG_FLAG.flags, text(LANG_FLAG.help), LANG_FLAG.usual] as const
  const addFlag = (command: Command, { flags, help, usual, isMany }: FlagLine) =>
    isMany ? command.option(flags, text(help), collect) : command.option(flags, text(help), usual)

  const convert = program
    .command('convert')
    .summary(text('convert-summary'))
    .description(text('convert-about'))
    .argument('[source...]', text('help-source'))
    .addHelpText('after', `\n${text('convert-examples')}`)
    .action(async (names: string[], flags: ConvertFlags & Spoken, command: Command) => {
      const isGiven = (option: string) => command.getOptionValueSource(option) === 'cli'
      const { convertCommand } = await import('./commands/convert.ts')
      end(await convertCommand(names, flags, readLang(flags.lang), isGiven))
    })

  for (const flag of CONVERT_FLAGS) addFlag(convert, flag)

  program
    .command('parse')
    .summary(text('parse-summary'))
    .description(text('parse-about'))
    .argument('[source]', text('help-one-source'))
    .option('--as <form>', text('help-as'), 'model')
    .option(...langOption)
    .addHelpText('after', `\n${text('parse-examples')}`)
    .action(async (name: string | undefined, flags: ParseFlags & Spoken) => {
      const { parseCommand } = await import('./commands/parse.ts')
      end(await parseCommand(name, flags, readLang(flags.lang)))
    })

  program
    .command('rules')
    .summary(text('rules-summary-line'))
    .description(text('rules-about'))
    .argument('<file>', text('help-rules-file'))
    .option('--for <client>', text('help-for'), 'mihomo')
    .option('--sing-box-version <version>', text('help-sing-box-version'), 'compatible')
    .option('--json', text('help-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('rules-examples')}`)
    .action(async (file: string, flags: RulesFlags & Spoken) => {
      const { rulesCommand } = await import('./commands/rules.ts')
      end(await rulesCommand(file, flags, readLang(flags.lang)))
    })

  program
    .command('check')
    .summary(text('check-summary-line'))
    .description(text('check-about'))
    .argument('<file>', text('help-check-file'))
    .option('--for <client>', text('help-check-for'))
    .option('--client-version <version>', text('help-client-version'))
    .option('--lists <folder>', text('help-check-lists'))
    .option('--json', text('help-check-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('check-examples')}`)
    .action(async (file: string, flags: CheckFlags & Spoken) => {
      const { checkCommand } = await import('./commands/check.ts')
      end(await checkCommand(file, flags, readLang(flags.lang)))
    })

  program
    .command('explain')
    .summary(text('explain-summary-line'))
    .description(text('explain-about'))
    .argument('<config>', text('help-check-file'))
    .option('--for <client>', text('help-check-for'))
    .option('--host <name>', text('help-host'))
    .option('--ip <address>', text('help-ip'))
    .option('--resolved <addresses>', text('help-resolved'))
    .option('--port <number>', text('help-port'))
    .option('--network <network>', text('help-network'))
    .option('--process <name>', text('help-process'))
    .option('--process-path <path>', text('help-process-path'))
    .option('--source <address>', text('help-source'))
    .option('--source-port <number>', text('help-source-port'))
    .option('--inbound <name>', text('help-inbound'))
    .option('--questions <file>', text('help-questions'))
    .option('--lists <folder>', text('help-explain-lists'))
    .option('--json', text('help-explain-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('explain-examples')}`)
    .action(async (file: string, flags: ExplainFlags & Spoken) => {
      const { explainCommand } = await import('./commands/explain.ts')
      end(await explainCommand(file, flags, readLang(flags.lang)))
    })

  program
    .command('inject')
    .summary(text('inject-summary-line'))
    .description(text('inject-about'))
    .argument('<config>', text('help-check-file'))
    .option('--for <client>', text('help-check-for'))
    .option('--rules <file>', text('help-inject-rules'))
    .option('--at <where>', text('help-at'), 'top')
    .option('--changes <file>', text('help-changes'))
    .option('-o, --output <file>', text('help-output'))
    .option('--in-place', text('help-in-place'))
    .option('--diff', text('help-diff'))
    .option('--json', text('help-inject-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('inject-examples')}`)
    .action(async (file: string, flags: InjectFlags & Spoken) => {
      const { injectCommand } = await import('./commands/inject.ts')
      end(await injectCommand(file, flags, readLang(flags.lang)))
    })

  program
    .command('compare')
    .summary(text('compare-summary-line'))
    .description(text('compare-about'))
    .argument('<old>', text('help-compare-old'))
    .argument('<new>', text('help-compare-new'))
    .option('--for <client>', text('help-check-for'))
    .option('--json', text('help-compare-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('compare-examples')}`)
    .action(async (old: string, now: string, flags: CompareFlags & Spoken) => {
      const { compareCommand } = await import('./commands/compare.ts')
      end(await compareCommand(old, now, flags, readLang(flags.lang)))
    })

  program
    .command('upgrade')
    .summary(text('upgrade-summary-line'))
    .description(text('upgrade-about'))
    .argument('<config>', text('help-check-file'))
    .option('--for <client>', text('help-check-for'))
    .option('--to <version>', text('help-to-version'))
    .option('-o, --output <file>', text('help-output'))
    .option('--in-place', text('help-in-place'))
    .option('--diff', text('help-diff'))
    .option('--json', text('help-upgrade-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('upgrade-examples')}`)
    .action(async (file: string, flags: UpgradeFlags & Spoken) => {
      const { upgradeCommand } = await import('./commands/upgrade.ts')
      end(await upgradeCommand(file, flags, readLang(flags.lang)))
    })

  program
    .command('lists')
    .summary(text('lists-summary-line'))
    .description(text('lists-about'))
    .argument('<file...>', text('help-lists-files'))
    .option('--to <form>', text('help-lists-to'))
    .option('--behavior <behavior>', text('help-behavior'))
    .option('--merge', text('help-merge'))
    .option('--sort', text('help-sort'))
    .option('-o, --output <file>', text('help-output'))
    .option('--json', text('help-lists-json'))
    .option(...langOption)
    .addHelpText('after', `\n${text('lists-examples')}`)
    .action(async (files: string[], flags: ListsFlags & Spoken) => {
      const { listsCommand } = await import('./commands/lists.ts')
      end(await listsCommand(files, flags, readLang(flags.lang)))
    })

  // The server itself tells of its settings.
  program
    .command('serve')
    .summary(text('serve-summary'))
    .description(text('serve-about'))
    .helpOption(false)
    .option('-h, --help')
    .action(async ({ help }: { help?: boolean }) => {
      end(await serveCommand(help ? ['--help'] : []))
    })

  program
    .command('backup')
    .summary(text('backup-summary'))
    .description(text('backup-about'))
    .argument('<file>', text('help-backup-file'))
    .action(async (file: string) => end(await maintenanceCommand('backup', [file])))

  program
    .command('restore')
    .summary(text('restore-summary'))
    .description(text('restore-about'))
    .argument('<file>', text('help-backup-file'))
    .option('--key <file>', text('help-key'))
    .action(async (file: string, { key }: { key?: string }) =>
      end(await maintenanceCommand('restore', [file, ...(key === undefined ? [] : ['--key', key])])),
    )

  program
    .command('move')
    .summary(text('move-summary'))
    .description(text('move-about'))
    .requiredOption('--to <url>', text('help-move-to'))
    .option('--storage <url>', text('help-move-storage'))
    .action(async ({ to, storage }: { to: string; storage?: string }) =>
      end(await maintenanceCommand('move', ['--to', to, ...(storage === undefined ? [] : ['--storage', storage])])),
    )

  program
    .command('migrate')
    .summary(text('migrate-summary'))
    .description(text('migrate-about'))
    .option('--check', text('help-check'))
    .action(async ({ check }: { check?: boolean }) =>
      end(await maintenanceCommand('migrate', check === true ? ['--check'] : [])),
    )

  program
    .command('reseal')
    .summary(text('reseal-summary'))
    .description(text('reseal-about'))
    .action(async () => end(await maintenanceCommand('reseal', [])))

  program
    .command('doctor')
    .summary(text('doctor-summary'))
    .description(text('doctor-about'))
    .action(async () => end(await maintenanceCommand('doctor', [])))

  program
    .command('setup-code')
    .summary(text('setup-code-summary'))
    .description(text('setup-code-about'))
    .action(async () => end(await maintenanceCommand('setup-code', [])))

  program
    .command('reset-password')
    .summary(text('reset-password-summary'))
    .description(text('reset-password-about'))
    .argument('<email>', text('help-email'))
    .action(async (email: string) => end(await maintenanceCommand('reset-password', [email])))

  return program
}

const TITLES: Readonly<Record<string, CliKey>> = {
  'Usage:': 'title-usage',
  'Arguments:': 'title-arguments',
  'Options:': 'title-options',
  'Commands:': 'title-commands',
}

function translated(title: string, lang: Lang): string {
  const key = TITLES[title]
  return key === undefined ? title : cliText(key, lang)
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}
