import { DEFAULT_LANG, languageNames, LANGS } from '@switchyard/convert/languages'
import type { Lang } from '@switchyard/locale'
import { WrongCall } from './wrong-call.ts'

const LANG_NAMES = languageNames()

/** `--lang`: a language of the list, or its short name. */
export function readLang(value: string): Lang {
  const lang = LANG_NAMES.get(value)
  if (lang === undefined) throw new WrongCall('bad-choice', { option: '--lang', value, choices: LANGS.join(', ') })
  return lang
}

/** The language that the arguments ask for, before they are understood: errors are said in it too. */
export function guessLang(args: readonly string[]): Lang {
  const at = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='))
  if (at < 0) return DEFAULT_LANG
  const value = args[at]!.includes('=') ? args[at]!.slice('--lang='.length) : (args[at + 1] ?? '')
  return LANG_NAMES.get(value) ?? DEFAULT_LANG
}
