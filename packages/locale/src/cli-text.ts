import { type Args, format } from './format.ts'
import type en from './en-US.json'
import { type Lang, WORDING } from './words.ts'

export type CliKey = keyof typeof en.cli

/** What the command line says besides codes. */
export function cliText(key: CliKey, lang: Lang, args: Args = {}): string {
  return format(WORDING[lang].cli[key], args, lang)
}
