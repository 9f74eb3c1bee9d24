import type { Lang } from '@switchyard/convert/languages'
import { format } from '../format.ts'
import { type RuleListKey, SERVER_WORDS } from './words.ts'

/** Why a rule list is not given through the server. */
export function ruleListText(key: RuleListKey, lang: Lang): string {
  return format(SERVER_WORDS[lang].ruleList[key], {}, lang)
}
