import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Issue, ISSUE_SEVERITY, parseNodes, type Source, subscriptionAddress } from '@switchyard/convert'
import {
  CLIENT_AGENTS,
  type EncodingName,
  fetchInTurn,
  isWebPage,
  readBytes,
  type ReadFailure,
} from '@switchyard/sources'
import { TEXT_MAX_BYTES } from '@switchyard/convert/limits'
import { FetchError } from './fetch-error.ts'
import { fetchText, isWebAddress } from './fetch-text.ts'
import { subscriptionInfo } from './subscription-header.ts'
import { WrongCall } from './wrong-call.ts'
import { errorCode } from '@switchyard/outbound/error-code'

const TEXT_MAX = `${TEXT_MAX_BYTES / 1024 ** 2} MB`

/** What the arguments gave: texts, an issue for each argument without a text, and notes about the texts. */
export interface ReadSources {
  sources: Source[]
  failed: Issue[]
  notes: Issue[]
  bytes: number
}

/** Reads files, addresses and stdin (`-`, or no argument at all) in the order given. */
export async function readSources(names: readonly string[], userAgent?: string): Promise<ReadSources> {
  const given = names.length > 0 ? names : ['-']
  if (names.length === 0 && process.stdin.isTTY) throw new WrongCall('no-input')
  if (given.filter((name) => name === '-').length > 1) throw new WrongCall('stdin-twice')
  const agents = agentsFor(userAgent)
  const read = await Promise.all(given.map((name) => readSource(name, agents)))
  return {
    sources: read.flatMap(({ source }) => source ?? []),
    failed: read.flatMap(({ issue }) => issue ?? []),
    notes: read.flatMap(({ note }) => note ?? []),
    bytes: read.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** What one argument gave. */
export interface ReadSource {
  source?: Source
  issue?: Issue
  note?: Issue | undefined
  bytes: number
}

type Agents = readonly [string, ...string[]]

/** Under which names an address is asked for: a name that a person chose is the only one. */
export function agentsFor(userAgent: string | undefined): Agents {
  return userAgent === undefined ? CLIENT_AGENTS : [userAgent]
}

async function readSource(name: string, agents: Agents): Promise<ReadSource> {
  // A file of that name would be a strange one.
  const address = isWebAddress(name) ? name : subscriptionAddress(name)
  if (address !== undefined) return fetchSource(name, address, agents)
  const read = await readBounded(name === '-' ? process.stdin : await openFile(name))
  if ('error' in read) return { issue: failure(name, read.error, undefined, { limit: TEXT_MAX }), bytes: 0 }
  return { source: { name, text: read.text }, note: encodingNote(name, read.encoding), bytes: read.bytes }
}

/** The text of an address; `name` is what issues call it. */
export async function fetchSource(name: string, address: string, agents: Agents): Promise<ReadSource> {
  try {
    const { text, encoding, bytes, headers } = await fetchInTurn(agents, {
      fetch: (userAgent) => fetchText(address, { userAgent, most: TEXT_MAX_BYTES }),
      textOf: (fetched) => fetched.text,
      hasNodes,
    })
    if (isWebPage(text)) throw new FetchError('not-a-subscription')
    return {
      source: { name, text, subscription: subscriptionInfo(headers) },
      note: encodingNote(name, encoding),
      bytes,
    }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const args = { limit: TEXT_MAX, ...(error.status === undefined ? {} : { status: error.status }) }
    return { issue: failure(name, 'fetch-failed', error.reason, args), bytes: 0 }
  }
}

/** A text of this length without a node would be a strange one: it is not read twice. */
const LOOKED_AT = 1024 * 1024

function hasNodes(text: string): boolean {
  return text.length > LOOKED_AT || parseNodes(text).nodes.length > 0
}

const ENCODINGS: Readonly<Record<EncodingName, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
}

/** Said of a text that is not UTF-8: its encoding may have been guessed wrong. */
function encodingNote(source: string, encoding: EncodingName): Issue | undefined {
  if (encoding === 'utf-8') return undefined
  const code = 'text-encoding'
  return { source, code, severity: ISSUE_SEVERITY[code], kept: true, args: { encoding: ENCODINGS[encoding] } }
}

function failure(source: string, code: ReadFailure | 'fetch-failed', field?: string, args?: Issue['args']): Issue {
  return { source, field, code, severity: ISSUE_SEVERITY[code], args }
}

/** The text of a file, or of stdin for `-`, with notes about it. Throws if there is none. */
export async function readText(name: string): Promise<NotedText> {
  return name === '-' ? requireText(name, process.stdin) : requireText(name, await openFile(name))
}

/** The bytes of a file, or of stdin for `-`, as they are. Throws if there is none, or more than is taken. */
export async function readRaw(name: string): Promise<Uint8Array> {
  const stream = name === '-' ? process.stdin : await openFile(name)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes: Uint8Array = chunk
    size += bytes.length
    if (size > TEXT_MAX_BYTES) throw new WrongCall('file-too-large', { file: name, limit: TEXT_MAX })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** A text file that an option names; it has to be there. */
export async function readOptionFile(name: string): Promise<string> {
  return (await requireText(name, await openFile(name))).text
}

interface NotedText {
  text: string
  note: Issue | undefined
}

async function requireText(name: string, stream: Readable): Promise<NotedText> {
  const read = await readBounded(stream)
  if ('error' in read)
    throw new WrongCall(read.error === 'too-large' ? 'file-too-large' : 'file-bad-archive', {
      file: name,
      limit: TEXT_MAX,
    })
  return { text: read.text, note: encodingNote(name, read.encoding) }
}

async function openFile(name: string): Promise<Readable> {
  try {
    if ((await stat(name)).isDirectory()) throw new WrongCall('file-is-folder', { file: name })
  } catch (error) {
    throw unreadable(name, error)
  }
  const stream = createReadStream(name)
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream))
    stream.once('error', (error) => reject(unreadable(name, error)))
  })
}

/** What a person is told when a file cannot be read or written. */
export function unreadable(file: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return new WrongCall('file-missing', { file })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new WrongCall('file-denied', { file })
  if (code === 'EISDIR') return new WrongCall('file-is-folder', { file })
  return error
}

/** The text of a stream, unpacked where it is gzip. */
async function readBounded(stream: Readable): ReturnType<typeof readBytes> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > TEXT_MAX_BYTES) return { error: 'too-large' }
    chunks.push(bytes)
  }
  return readBytes(Buffer.concat(chunks), TEXT_MAX_BYTES)
}
