import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Issue, ISSUE_SEVERITY, type Source } from '@switchyard/convert'
import { decodeText } from './decode-text.ts'
import { FetchError, fetchText, isWebAddress } from './fetch-text.ts'
import { subscriptionInfo } from './subscription-header.ts'
import { WrongCall } from './wrong-call.ts'

/** decisions.md §5: what page and command line take at most. */
const TEXT_MAX_BYTES = 64 * 1024 * 1024
const TEXT_MAX = '64 MB'

/** What the arguments gave: texts, and an issue for each that gave none. */
export interface ReadSources {
  sources: Source[]
  failed: Issue[]
  bytes: number
}

/** Reads files, addresses and stdin (`-`, or no argument at all) in the order given. */
export async function readSources(names: readonly string[], userAgent: string): Promise<ReadSources> {
  const given = names.length > 0 ? names : ['-']
  if (names.length === 0 && process.stdin.isTTY) throw new WrongCall('no-input')
  if (given.filter((name) => name === '-').length > 1) throw new WrongCall('stdin-twice')
  const read = await Promise.all(given.map((name) => readSource(name, userAgent)))
  return {
    sources: read.flatMap(({ source }) => source ?? []),
    failed: read.flatMap(({ issue }) => issue ?? []),
    bytes: read.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

interface ReadSource {
  source?: Source
  issue?: Issue
  bytes: number
}

async function readSource(name: string, userAgent: string): Promise<ReadSource> {
  if (isWebAddress(name)) return fetchSource(name, userAgent)
  const bytes = name === '-' ? await readBounded(process.stdin) : await readBounded(await openFile(name))
  if (bytes === undefined) return { issue: failure(name, 'too-large', undefined, { limit: TEXT_MAX }), bytes: 0 }
  return { source: { name, text: decodeText(bytes) }, bytes: bytes.length }
}

async function fetchSource(name: string, userAgent: string): Promise<ReadSource> {
  try {
    const { text, bytes, headers } = await fetchText(name, userAgent, TEXT_MAX_BYTES)
    // What a login page or a blocked request answers.
    if (/^\s*<(?:!doctype|html)\b/i.test(text)) throw new FetchError('not-a-subscription')
    return { source: { name, text, subscription: subscriptionInfo(headers) }, bytes }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const args: Record<string, number> = error.status === undefined ? {} : { status: error.status }
    return { issue: failure(name, 'fetch-failed', error.reason, args), bytes: 0 }
  }
}

function failure(source: string, code: 'too-large' | 'fetch-failed', field?: string, args?: Issue['args']): Issue {
  return { source, field, code, severity: ISSUE_SEVERITY[code], args }
}

/** The text of a file, or of stdin under `-`; it has to be there. */
export async function readText(name: string): Promise<string> {
  if (name !== '-') return readOptionFile(name)
  const bytes = await readBounded(process.stdin)
  if (bytes === undefined) throw new WrongCall('file-too-large', { file: name, limit: TEXT_MAX })
  return decodeText(bytes)
}

/** A text file that an option names; it has to be there. */
export async function readOptionFile(name: string): Promise<string> {
  const bytes = await readBounded(await openFile(name))
  if (bytes === undefined) throw new WrongCall('file-too-large', { file: name, limit: TEXT_MAX })
  return decodeText(bytes)
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
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return new WrongCall('file-missing', { file })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new WrongCall('file-denied', { file })
  if (code === 'EISDIR') return new WrongCall('file-is-folder', { file })
  return error
}

/** Undefined when there is more than the limit. */
async function readBounded(stream: Readable): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > TEXT_MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
