import type { Lang } from '@switchyard/convert/languages'
import { type Args, format } from '../format.ts'
import { type ConverterKey, SERVER_WORDS } from './words.ts'

/** What the URL API says in the place of a config. */
export function converterText(key: ConverterKey, lang: Lang, args: Args = {}): string {
  return format(SERVER_WORDS[lang].converter[key], args, lang)
}
