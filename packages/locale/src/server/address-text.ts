import type { Lang } from '@switchyard/convert/languages'
import { type Args, format } from '../format.ts'
import { type AddressKey, SERVER_WORDS } from './words.ts'

/** What stands on the page of an address that clients fetch. */
export function addressText(key: AddressKey, lang: Lang, args: Args = {}): string {
  return format(SERVER_WORDS[lang].address[key], args, lang)
}
