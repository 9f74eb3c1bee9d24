import type { Lang } from '@switchyard/convert/languages'
import { format } from '../format.ts'
import { SERVER_WORDS, type SharedFileKey } from './words.ts'

/** What the address of a shared file says to a person who opens it. */
export function sharedFileText(key: SharedFileKey, lang: Lang): string {
  return format(SERVER_WORDS[lang].sharedFile[key], {}, lang)
}
