import type { Lang } from '@switchyard/convert/languages'
import { format } from '../format.ts'
import { SERVER_WORDS, type ShortLinkKey } from './words.ts'

/** What a short link says to a person who opens it. */
export function shortLinkText(key: ShortLinkKey, lang: Lang): string {
  return format(SERVER_WORDS[lang].shortLink[key], {}, lang)
}
