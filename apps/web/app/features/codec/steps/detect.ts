import { parseEntries } from '@switchyard/convert'
import { base64Bytes, percentDecode } from '@switchyard/convert/texts'
import type { Chain } from './chain.ts'
import { isGzip, isZlib } from './compress.ts'
import { readDocument } from './json.ts'
import { isJwt } from './jwt.ts'
import { isPicture } from './qr.ts'
import { taken } from './run-chain.ts'
import type { CodecStep, StepId } from './step-facts.ts'
import { type Data, type StepIssue, type StepSurroundings, textIfPossible } from './step.ts'
import { readTime } from './timestamp.ts'

const STEPS_MAX = 6
/** What a text looks like is seen in its beginning. */
const LOOKED_AT = 64 * 1024
const SHORTEST_BASE64 = 8

export interface DetectedSteps {
  /** One behind the other; none where it looks like plain text. */
  next: Chain
  /** Why nothing is read from a picture. */
  pictureIssue?: StepIssue
}

/** The steps that read a text as it was probably written. */
export async function detect(input: Data, surroundings: StepSurroundings): Promise<DetectedSteps> {
  const chain: CodecStep[] = []
  let data = input
  while (chain.length < STEPS_MAX) {
    const id = nextStep(data)
    if (id === undefined) break
    const step = { id, options: {} }
    const result = await taken(step, data, surroundings)
    if ('issue' in result) {
      if (id === 'qr-read' && data === input) return { next: [], pictureIssue: result.issue }
      break
    }
    if (result.data === data) break
    chain.push(step)
    data = result.data
    if (LAST.has(id)) break
  }
  return { next: chain }
}

/** What they write is for people to read. */
const LAST: ReadonlySet<StepId> = new Set(['json-format', 'link-to-fields', 'jwt-view', 'timestamp', 'yaml-to-json'])

function nextStep(data: Data): StepId | undefined {
  if (typeof data !== 'string') {
    if (isPicture(data)) return 'qr-read'
    return isGzip(data) || isZlib(data) ? 'decompress' : undefined
  }
  const text = data.trim()
  if (text === '') return undefined
  if (/^(?:bearer\s+)?eyJ[\w-]+\./i.test(text) && isJwt(text.replace(/^bearer\s+/i, ''))) return 'jwt-view'
  if (/^[{[]/.test(text)) return 'issue' in readDocument(data) ? undefined : 'json-format'
  if (SCHEME.test(text)) return text.includes('\n') || !isNode(text) ? escapedAddress(text) : 'link-to-fields'
  if (isTime(text)) return 'timestamp'
  const head = text.slice(0, LOOKED_AT)
  if (isHex(head, text)) return 'hex-decode'
  if (/\\u[\da-f]{4}|\\u\{[\da-f]+\}|\\x[\da-f]{2}/i.test(head)) return 'unicode-unescape'
  if (/%[\da-f]{2}/i.test(head) && percentDecode(head) !== head) return 'url-decode'
  if (/&(?:#\d+|#x[\da-f]+|[a-z]{2,8}\d?);/i.test(head)) return 'html-decode'
  if (isBase64(text)) return 'base64-decode'
  return YAML.test(head) ? 'yaml-to-json' : undefined
}

const SCHEME = /^[a-z][a-z\d+.-]{1,20}:\/\//i
const YAML = /^(?:---\n)?(?:[\w-]{1,40}:(?: |\n|$)|- [\w-]{1,40}: )/

/** Whether a line is a share link that the engine reads. */
function isNode(line: string): boolean {
  let isRead = false
  parseEntries(line, { maxNodes: 1 }, ({ node }) => (isRead ||= node !== undefined))
  return isRead
}

/** An address of the web that is full of escapes. */
function escapedAddress(text: string): StepId | undefined {
  return /^https?:/i.test(text) && /%[\da-f]{2}/i.test(text) ? 'url-decode' : undefined
}

const LONGEST_TIME = 40

function isTime(text: string): boolean {
  if (text.length > LONGEST_TIME || !/^(?:\d{10}|\d{13}|\d{16}|\d{4}-\d\d-\d\d.*)$/.test(text)) return false
  return readTime(text) !== undefined
}

function isHex(head: string, text: string): boolean {
  if (!/^(?:(?:0x|\\x)?[\da-f]{2}[\s:,-]?)+$/i.test(head)) return false
  const digits = text.replaceAll(/0x|\\x|[\s:,-]/gi, '')
  // `deadbeef` may be a word of base64 as well: what hex gives has to be something.
  if (digits.length < 8 || digits.length % 2 !== 0) return false
  return isSomething(Uint8Array.from({ length: Math.min(digits.length, 2048) / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16))) // oxfmt-ignore
}

function isBase64(text: string): boolean {
  if (text.length < SHORTEST_BASE64 || !/^[\w+/=\s-]+$/.test(text.slice(0, LOOKED_AT))) return false
  // Words with blanks between them are base64 by their letters alone.
  if (/[a-z] [a-z]/i.test(text.slice(0, LOOKED_AT))) return false
  const bytes = base64Bytes(text)
  return bytes !== undefined && isSomething(new Uint8Array(bytes))
}

/** Printable text, or bytes with a beginning that is known. */
function isSomething(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes.length === 0) return false
  const data = textIfPossible(bytes)
  if (typeof data !== 'string') return isGzip(bytes) || isZlib(bytes) || isPicture(bytes)
  // oxlint-disable-next-line no-control-regex
  return !/[\0-\x08\x0e-\x1f\x7f]/.test(data.slice(0, LOOKED_AT))
}
