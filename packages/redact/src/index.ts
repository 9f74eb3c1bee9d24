/** Text for a log: the same words, without anything that opens a door. */
export { redactText } from './redact-text.ts'
