import { parseAddress } from '../../text/address-blocks.ts'
import { isRecord, keysOf } from '../../text/record.ts'

/** A connection that is asked about. What is absent is not known. */
export interface RouteQuestion {
  /** The name that the app connects to; beside `ip`, the name that its first bytes tell. */
  host?: string
  ip?: string
  /** What the host resolves to; empty: it does not resolve. */
  resolved?: readonly string[]
  port?: number
  network?: 'tcp' | 'udp'
  /** Name of the program. */
  process?: string
  processPath?: string
  /** Address of the device that asks. */
  source?: string
  sourcePort?: number
  /** Name or tag of the inbound. */
  inbound?: string
}

/** Which part of a question cannot be; undefined: it asks for neither host, nor address, nor program. */
export interface QuestionIssue {
  key: keyof RouteQuestion | undefined
}

/** A name has 253 letters at most; what is longer is no host. */
const HOST_MAX = 255
const TEXT_MAX = 4096
const ADDRESSES_MAX = 100
const PORT_MAX = 65_535

const CHECKS: Readonly<Record<keyof RouteQuestion, (value: unknown) => boolean>> = {
  host: (value) => typeof value === 'string' && value !== '' && value.length <= HOST_MAX,
  ip: isAddress,
  resolved: (value) => Array.isArray(value) && value.length <= ADDRESSES_MAX && value.every(isAddress),
  port: isPort,
  network: (value) => value === 'tcp' || value === 'udp',
  process: isText,
  processPath: isText,
  source: isAddress,
  sourcePort: isPort,
  inbound: isText,
}

/** A question as it is written in files: `{"host": "example.com", "port": 443}`. */
export function readQuestion(value: unknown): { question: RouteQuestion } | { issue: QuestionIssue } {
  if (!isRecord(value)) return { issue: { key: undefined } }
  const { resolved } = value
  const given: Record<string, unknown> = typeof resolved === 'string' ? { ...value, resolved: [resolved] } : value
  const kept: Record<string, unknown> = {}
  for (const key of keysOf(CHECKS)) {
    const part = given[key] ?? undefined
    if (part === undefined) continue
    if (!CHECKS[key](part)) return { issue: { key } }
    kept[key] = part
  }
  // Every part passed the check of its key.
  const question = kept as RouteQuestion
  const { host, ip, process, processPath } = question
  const isAbout = host ?? ip ?? process ?? processPath
  return isAbout === undefined ? { issue: { key: undefined } } : { question }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= TEXT_MAX
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && parseAddress(value) !== undefined
}

function isPort(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= PORT_MAX
}
