/** Text for a log: the same words, without anything that opens a door. */
export { isSecretName, redactText } from './redact-text.ts'
