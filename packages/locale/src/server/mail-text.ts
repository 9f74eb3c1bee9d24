import type { Lang } from '@switchyard/convert/languages'
import { type Args, format } from '../format.ts'
import { type MailKey, SERVER_WORDS } from './words.ts'

/** What stands in a mail of the server, without the link itself. */
export function mailText(key: MailKey, lang: Lang, args: Args = {}): string {
  return format(SERVER_WORDS[lang].mail[key], args, lang)
}
