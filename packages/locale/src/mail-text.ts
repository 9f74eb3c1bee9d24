import { type Args, format } from './format.ts'
import type en from './en-US.json'
import { type Lang, WORDING } from './words.ts'

export type MailKey = keyof typeof en.mail

/** What stands in a mail of the server, without the link itself. */
export function mailText(key: MailKey, lang: Lang, args: Args = {}): string {
  return format(WORDING[lang].mail[key], args, lang)
}
