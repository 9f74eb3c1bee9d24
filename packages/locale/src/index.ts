/** What Switchyard says, in every language, keyed by code. */
export { comparisonWords } from './compare/comparison-words.ts'
export { needWords, passedWords, ruleWords, unknownWords, wayWords, whyWords } from './explain/answer-words.ts'
export { format, showable } from './format.ts'
export type { Args, Words } from './format.ts'
export {
  errorMessage,
  fieldName,
  wordIssue,
  reasonMessage,
  ruleLineMessage,
  ruleMessage,
  severityName,
} from './issues/issue-message.ts'
export type { MessageContext } from './issues/issue-message.ts'
export { apiWords } from './api/api-text.ts'
export type { ApiTag } from './api/api-text.ts'
export { addressText } from './server/address-text.ts'
export { converterText } from './server/converter-text.ts'
export { apiErrorMessage } from './failures/api-error-message.ts'
export { cliText } from './terminal/cli-text.ts'
export type { CliKey } from './terminal/cli-text.ts'
export { mailText } from './server/mail-text.ts'
export { ruleListText } from './server/rule-list-text.ts'
export { sharedFileText } from './server/shared-file-text.ts'
export { shortLinkText } from './server/short-link-text.ts'
export type { AddressKey, MailKey, RuleListKey, SharedFileKey, ShortLinkKey } from './server/words.ts'
export { loadIssueWords } from '#issue-words'
export { summaryLine } from './issues/summary-line.ts'
export type { SummaryCounts } from './issues/summary-line.ts'
export { recipeMessage } from './issues/recipe-message.ts'
export type { RecipeIssueCode } from './issues/recipe-message.ts'
export type { Lang } from '@switchyard/convert/languages'
