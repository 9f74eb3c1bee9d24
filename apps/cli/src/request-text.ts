import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { GrowingBuffer, hostOf, isAllowedAddress, publicTarget, WireMeter } from '@switchyard/outbound'
import { type EncodingName, readBytes } from '@switchyard/sources'
import { Agent, buildConnector, EnvHttpProxyAgent, fetch, type Response } from 'undici'
import { errorCode } from '@switchyard/outbound/error-code'
import { FetchError, type FetchReason } from './fetch-error.ts'

export interface AnsweredText {
  text: string
  encoding: EncodingName
  bytes: number
  headers: Pick<Headers, 'get'> & Iterable<[name: string, value: string]>
}

export interface FetchOptions {
  userAgent: string
  /** Bytes, unpacked. */
  most: number
  /** Somebody else named the address: it may lead nowhere but to the public internet, as on the server. */
  isForeign?: boolean
}

const HOPS_MAX = 5
const MAX_HEADER_BYTES = 16 * 1024
const TOTAL_MS = 30_000

/** The text at an http(s) address: within its limit of bytes, five redirects, thirty seconds. */
export async function requestText(address: string, options: FetchOptions): Promise<AnsweredText> {
  const wire = new WireMeter(options.most, MAX_HEADER_BYTES, () => new FetchError('too-large'))
  const signal = AbortSignal.any([AbortSignal.timeout(TOTAL_MS), wire.signal])
  const dispatcher = agentOf(options, wire)
  let url = webAddress(address, options)
  try {
    for (let hop = 0; hop <= HOPS_MAX; hop++) {
      const response = await fetch(url, {
        redirect: 'manual',
        signal,
        dispatcher,
        credentials: 'omit',
        headers: { 'user-agent': options.userAgent, accept: '*/*' },
      })
      const next = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && next !== null) {
        await response.body?.cancel()
        url = webAddress(new URL(next, url).href, options)
        continue
      }
      if (!response.ok) {
        await response.body?.cancel()
        throw new FetchError('bad-status', response.status)
      }
      const read = await readBytes(await readBody(response, options.most), options.most)
      if ('error' in read) throw new FetchError(read.error)
      return { ...read, headers: response.headers }
    }
    throw new FetchError('redirect-loop')
  } catch (error) {
    throw fetchErrorOf(error)
  } finally {
    wire.end()
    void dispatcher.destroy()
  }
}

/** For one request: certificates are checked whatever the environment says, and the bytes on the wire are counted. */
function agentOf({ isForeign = false }: FetchOptions, wire: WireMeter): Agent | EnvHttpProxyAgent {
  const connector = buildConnector({
    rejectUnauthorized: true,
    ...(isForeign ? { lookup: publicLookup } : {}),
  })
  const connect: buildConnector.connector = (to, callback) =>
    connector(to, (...[error, socket]) => {
      if (error) return callback(error, null)
      wire.watch(socket)
      return callback(null, socket)
    })
  // Node's own switch for its fetch. What goes through a proxy is resolved there.
  return process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent({ connect }) : new Agent({ connect })
}

/** Refuses a name when any of its addresses is not public. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const isPublic = addresses.every(({ address }) => isAllowedAddress(address))
    return isPublic ? callback(null, addresses) : callback(new FetchError('refused-address'), [])
  })
}

function webAddress(text: string, { isForeign }: FetchOptions): URL {
  const url = isForeign ? publicTarget(text) : URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username !== '' || url.password !== '') throw new FetchError('refused-address')
  // No name, so nothing is looked up.
  if (isForeign && isIP(hostOf(url)) && !isAllowedAddress(hostOf(url))) throw new FetchError('refused-address')
  return url
}

async function readBody(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = new GrowingBuffer(most)
  // Leaving the loop early cancels the download.
  for await (const chunk of response.body ?? []) {
    const bytes: Uint8Array = chunk
    if (!body.add(bytes)) throw new FetchError('too-large')
  }
  return body.bytes
}

/** Errors of the connection stand behind the one of the request. */
function fetchErrorOf(error: unknown): FetchError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof FetchError) return at
  return new FetchError(reasonOf(error), undefined, { cause: error })
}

const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO$)/

function reasonOf(error: unknown): FetchReason {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return 'timeout'
    const code = errorCode(at)
    if (code === undefined) continue
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
    if (code === 'ETIMEDOUT' || code.includes('TIMEOUT')) return 'timeout'
    if (TLS_CODES.test(code)) return 'tls'
  }
  return 'network'
}
