import { isSecretName, redactText } from '@switchyard/redact'

export { isSecretName, redactText }

/** An address without fragment and without the values of its query. */
export function redactUrl(url: string): string {
  return redactText(url.replace(/#.*$/s, ''))
}
