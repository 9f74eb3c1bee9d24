import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { parseRanges } from '@switchyard/outbound'
import type { Network } from '../fetch/checked-dial.ts'
import {
  type AskChecked,
  type CheckedAnswer,
  type CheckedRequest,
  createCheckedRequest,
} from '../fetch/checked-request.ts'
import { networkOf } from '../fetch/network.ts'
import type { S3Place } from './s3-place.ts'
import { type ByteRange, requireKey, type Storage, StorageFailure, WrongSize } from './storage.ts'

const BUDGETS = {
  connectMs: 5000,
  firstByteMs: 30_000,
  idleMs: 30_000,
  totalMs: 15 * 60_000,
  headerBytes: 32 * 1024,
  bodyBytes: 5 * 1024 ** 3,
  hops: 0,
}
const ANSWERED: ReadonlySet<number> = new Set([200, 204, 206])
const FULL: ReadonlySet<number> = new Set([507])
const NOT_THERE = 404
const IS_THERE: ReadonlySet<number> = new Set([409, 412])

/** Files in a bucket of S3. The operator chose the server: it may be private, or on this machine. */
export class S3Storage implements Storage {
  readonly #place: S3Place
  readonly #ask: AskChecked

  constructor(place: S3Place, network: Partial<Network> = {}) {
    this.#place = place
    const anywhere = { privateRanges: parseRanges(['0.0.0.0/0', '::/0']), ownAddresses: [] }
    this.#ask = createCheckedRequest({
      network: { ...networkOf({}), ...anywhere, ...network },
      budgets: BUDGETS,
      parseTarget: (text) => new URL(text),
    })
  }

  async write(key: string, bytes: Readable, size: number, signal?: AbortSignal): Promise<void> {
    let failure: unknown
    const counted = exactly(bytes, size).on('error', (error) => {
      failure = error
    })
    // An empty body is sent as no stream: nobody would ask it for its end.
    if (size === 0) for await (const _ of counted);
    const headers = {
      'content-length': String(size),
      'content-type': 'application/octet-stream',
      'if-none-match': '*',
    }
    const more = { headers, ...(size === 0 ? {} : { body: counted }), ...(signal ? { signal } : {}) }
    const answer = await this.#asked('PUT', key, more).catch((error: unknown) => {
      throw failure ?? error
    })
    answer.close()
    if (IS_THERE.has(answer.status)) throw new StorageFailure('taken')
    requireAnswer(answer)
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const more = range ? { headers: { range: `bytes=${range.first}-${range.last}` } } : {}
    const answer = await this.#asked('GET', key, more)
    if (answer.status === NOT_THERE) {
      answer.close()
      return undefined
    }
    requireAnswer(answer)
    return answer.stream()
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#asked('DELETE', key)
    answer.close()
    if (answer.status !== NOT_THERE) requireAnswer(answer)
  }

  async check(): Promise<void> {
    const answer = await this.#asked('HEAD')
    answer.close()
    requireAnswer(answer)
  }

  async #asked(
    method: NonNullable<CheckedRequest['method']>,
    key?: string,
    more: Pick<CheckedRequest, 'headers' | 'body' | 'signal'> = {},
  ): Promise<CheckedAnswer> {
    const { endpoint, bucket, prefix, region, keyId, secret, isPathStyle } = this.#place
    if (key !== undefined) requireKey(key)
    const url = new URL(endpoint)
    if (!isPathStyle) url.host = `${bucket}.${url.host}`
    url.pathname = `${isPathStyle ? `/${bucket}` : ''}${key === undefined ? '' : `/${prefix}${key}`}`
    // The bytes are not signed, so that they can be sent as they come: TLS keeps them whole.
    const headers = { ...more.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const signer = new AwsV4Signer({ method, url: url.href, headers, accessKeyId: keyId, secretAccessKey: secret, service: 's3', region }) // oxfmt-ignore
    const signed = await signer.sign()
    try {
      return await this.#ask({ ...more, url, method, headers: Object.fromEntries(signed.headers) })
    } catch (error) {
      throw new StorageFailure('lost', error)
    }
  }
}

function requireAnswer(answer: CheckedAnswer): void {
  if (ANSWERED.has(answer.status)) return
  answer.close()
  throw new StorageFailure(FULL.has(answer.status) ? 'full' : 'lost', new Error(`S3 answered ${answer.status}`))
}

/** A stream of exactly so many bytes: of another number it fails before the last ones are sent, so that nothing is kept. */
function exactly(bytes: Readable, size: number): Readable {
  return Readable.from(counted(), { objectMode: false })

  async function* counted(): AsyncGenerator<Uint8Array> {
    let left = size
    let last: Uint8Array | undefined
    for await (const chunk of bytes) {
      const part: Uint8Array = chunk
      left -= part.byteLength
      if (left < 0) throw new WrongSize()
      if (last) yield last
      last = part
    }
    if (left > 0) throw new WrongSize()
    if (last) yield last
  }
}
