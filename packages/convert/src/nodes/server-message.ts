import { cleanName } from './clean-name.ts'
import { isRecord } from '../text/record.ts'

/**
 * What a panel answers in the place of nodes: JSON (`{"message":"token expired"}`), a short page, or a few words. The
 * text goes into an issue, so whatever could be a secret in it is taken out and it is cut.
 */

const MOST_SHOWN = 120
const MOST_LOOKED_AT = 4096
/** Longer than this no message of a few words is. */
const MOST_PLAIN = 300
const MOST_LINES = 3
const MOST_DEPTH = 3

/** Names under which answers have their words, the most telling first. */
const WORDS = ['message', 'msg', 'error_description', 'error', 'errors', 'detail', 'errmsg', 'reason', 'title', 'info']
/** Names that say only whether something went wrong. */
const STATES = ['code', 'status', 'success', 'ret', 'errcode', ...WORDS]

/** The words of a JSON answer, '' where it says only that something is wrong; undefined for any other document. */
export function answerMessage(document: unknown): string | undefined {
  if (!isRecord(document) || !STATES.some((key) => Object.hasOwn(document, key))) return undefined
  return shown(wordsOf(document, 0) ?? '')
}

function wordsOf(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (depth >= MOST_DEPTH) return undefined
  if (Array.isArray(value)) return wordsOf(value[0], depth + 1)
  if (!isRecord(value)) return undefined
  for (const key of WORDS) {
    const words = Object.hasOwn(value, key) ? wordsOf(value[key], depth + 1) : undefined
    if (words !== undefined) return words
  }
  const { status } = value
  return depth === 0 && typeof status === 'string' ? wordsOf(status, depth) : undefined
}

/** The words of a text of a line or two that tells of an error; undefined for anything else. */
export function plainMessage(text: string): string | undefined {
  if (text.length > MOST_PLAIN || !TELLS.test(text) || NO_PROSE.test(text)) return undefined
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length <= MOST_LINES && /[\s\u3000-\u9fff]/.test(text.trim()) ? shown(text) : undefined
}

/** What errors are told with. */
const TELLS =
  /\b(?:expired|invalid|unauthori[sz]ed|forbidden|not found|denied|blocked|banned|errors?|failed|failure|limit(?:ed)?|disabled|suspended|unavailable|too many|bad gateway|no such|not exist)\b|过期|無效|无效|失效|错误|錯誤|禁止|不存在|封禁|停用|未找到|找不到|失败|失敗|到期|受限/i
/** Marks of links, documents, rules and lists. */
const NO_PROSE = /:\/\/|[={}[\]<>]|^[ \t]*[-#;"'/]|^[\w-]+:$|\b(?:type|server|port|proxies):|,\S/m

/** The words of a short web page; undefined of a long one, which is a login or a shop. */
export function pageMessage(html: string): string | undefined {
  if (html.length > MOST_LOOKED_AT) return undefined
  return shown(withoutTags(html)) || undefined
}

/** What a page shows; scripts and styles are not shown. */
function withoutTags(html: string): string {
  // A page says its title again as its first line.
  const pieces = new Set<string>()
  const lower = html.toLowerCase()
  for (let at = 0; at < html.length;) {
    const found = html.indexOf('<', at)
    const open = found < 0 ? html.length : found
    pieces.add(html.slice(at, open).trim())
    const hidden = /^<(script|style)\b/.exec(lower.slice(open, open + 8))?.[1]
    const close = hidden === undefined ? open : lower.indexOf(`</${hidden}`, open)
    const end = close < 0 ? -1 : html.indexOf('>', close)
    if (end < 0) break
    at = end + 1
  }
  return [...pieces].join(' ')
}

/** One line of at most 120 characters without addresses, user info, values and what may be a token. */
function shown(text: string): string {
  const line = cleanName(text.slice(0, MOST_LOOKED_AT).replaceAll(/\s+/g, ' ').trim())
    .replaceAll(/:\/\/\S+/g, '://…')
    .replaceAll(/@\S+/g, '@…')
    .replaceAll(/=[^\s&]+/g, '=…')
    .replaceAll(/(token|key|secret|password|passwd|uuid)(["']?[:：] ?)[^\s,，]+/gi, '$1$2…')
    .replaceAll(/[\w+/-]{12,}/g, (run) => (/\d/.test(run) || run.length > 24 ? '…' : run))
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line
}
