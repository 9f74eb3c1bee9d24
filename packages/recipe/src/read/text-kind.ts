import type { TextKind } from '../model/source-info.ts'

const SAMPLE = 4096

/** What a text looks like, for the words below it; the engine decides line by line. `nodes`: how many it found. */
export function kindOf(text: string, usesBase64: boolean, nodes: number): TextKind {
  const head = text.slice(0, SAMPLE).trimStart()
  if (head === '') return 'empty'
  if (usesBase64) return /^[a-z][a-z\d+.-]*:\/\//im.test(head) ? 'mixed' : 'base64'
  const hasLink = head.split('\n').some((line) => /^[a-z][a-z\d+.-]*:\/\/\S/i.test(line.trimStart()))
  if (/^[[{]/.test(head) && !/^\[(interface|peer)\]/i.test(head)) return hasLink && !/"/.test(head) ? 'mixed' : 'json'
  if (/^\[(interface|peer)\]/im.test(head)) return 'conf'
  const isYaml =
    /^(proxies|proxy-groups|mixed-port|port|payload|proxy-providers)\s*:/m.test(head) || /^-\s*[{\w]/.test(head)
  if (isYaml) return hasLink && !/https?:/.test(head) ? 'mixed' : 'yaml'
  return hasLink || nodes > 0 ? 'links' : 'unknown'
}

const COMMENTS_MAX = 20_000

/** Lines that only tell people something: where there are any. */
export function commentLinesOf(text: string, count: number): number[] {
  if (count === 0) return []
  const found: number[] = []
  let line = 0
  for (let at = 0; at < text.length && found.length < COMMENTS_MAX; line++) {
    const end = text.indexOf('\n', at)
    if (/^\s*(?:#|;|\/\/|```|STATUS=|REMARKS=)/.test(text.slice(at, Math.min(at + 16, end < 0 ? text.length : end))))
      found.push(line + 1)
    at = end < 0 ? text.length : end + 1
  }
  return found
}
