import { type Args, format } from './format.ts'
import type en from './en-US.json'
import { type Lang, WORDING } from './words.ts'

export type AddressKey = keyof typeof en.address

/** What stands on the page of an address that clients fetch. */
export function addressText(key: AddressKey, lang: Lang, args: Args = {}): string {
  return format(WORDING[lang].address[key], args, lang)
}
