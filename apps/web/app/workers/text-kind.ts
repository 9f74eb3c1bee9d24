import type { TextKind } from './conversion-types.ts'

const SAMPLE = 4096

/** What a text looks like, for the words above it; the engine decides line by line. */
export function kindOf(text: string, usesBase64: boolean): TextKind {
  const head = text.slice(0, SAMPLE).trimStart()
  if (head === '') return 'empty'
  if (usesBase64) return /^[a-z][a-z\d+.-]*:\/\//im.test(head) ? 'mixed' : 'base64'
  const hasLink = head.split('\n').some((line) => /^[a-z][a-z\d+.-]*:\/\/\S/i.test(line.trimStart()))
  if (/^[[{]/.test(head) && !/^\[(interface|peer)\]/i.test(head)) return hasLink && !/"/.test(head) ? 'mixed' : 'json'
  if (/^\[(interface|peer)\]/im.test(head)) return 'conf'
  const isYaml =
    /^(proxies|proxy-groups|mixed-port|port|payload|proxy-providers)\s*:/m.test(head) || /^-\s*[{\w]/.test(head)
  if (isYaml) return hasLink && !/https?:/.test(head) ? 'mixed' : 'yaml'
  return 'links'
}
