/** What Switchyard says, in every language, keyed by code. */
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
} from './issue-message.ts'
export type { MessageContext } from './issue-message.ts'
export { addressText } from './address-text.ts'
export type { AddressKey } from './address-text.ts'
export { apiErrorMessage, findApiErrorMessage } from './api-error-message.ts'
export { cliText } from './cli-text.ts'
export type { CliKey } from './cli-text.ts'
export { mailText } from './mail-text.ts'
export type { MailKey } from './mail-text.ts'
export { summaryLine } from './summary-line.ts'
export type { SummaryCounts } from './summary-line.ts'
export { recipeMessage } from './recipe-message.ts'
export type { RecipeIssueCode } from './recipe-message.ts'
export type { Lang } from './words.ts'
