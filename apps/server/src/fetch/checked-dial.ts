import { connect, isIP, type Socket } from 'node:net'
import { isAllowedAddress, isSameAddress, type Range } from '@switchyard/outbound'
import { buildConnector } from 'undici'
import { SafeFetchError } from './safe-fetch-error.ts'
import { withSignal } from '../shared/with-signal.ts'
import { type Connecting, throughProxy } from './through-proxy.ts'

/** Where the server is, how it finds others, and which of them may be reached. */
export interface Network {
  privateRanges: readonly Range[]
  ownAddresses: readonly string[]
  /** All addresses of a name. */
  resolve: (host: string) => Promise<readonly string[]>
  /** Where a checked address really is. */
  dial: (address: string, port: number) => { address: string; port: number }
  ca?: string | undefined
  /** The address of an HTTP proxy: it may be private, whatever the ranges say. */
  proxy?: string | undefined
}

/** What is connected to. Without TLS it is bare TCP: who wants other TLS than ours begins it on the socket. */
export interface DialTarget {
  /** A name, or an address without brackets. */
  host: string
  port: number
  isTls: boolean
}

/** The addresses of a host, all of them allowed: a name is resolved here and nowhere else. Throws `dns` and `refused-address`. */
export async function checkedAddresses(
  { ownAddresses, privateRanges, resolve }: Network,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await withSignal(resolve(host.replace(/\.$/, '')), signal)
  if (addresses.length === 0) throw new SafeFetchError('dns')
  for (const address of addresses)
    if (!isAllowedAddress(address, privateRanges) || ownAddresses.some((own) => isSameAddress(own, address)))
      throw new SafeFetchError('refused-address')
  return addresses
}

/** Connects to the first checked address that answers. Every connection of the server to others is opened here. */
export async function checkedDial(
  network: Network,
  { host, port, isTls }: DialTarget,
  { connectMs, signal }: Connecting,
): Promise<Socket> {
  const addresses = await checkedAddresses(network, host, signal)
  const connector = buildConnector({
    timeout: connectMs,
    allowH2: false,
    maxCachedSessions: 0,
    // NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off.
    rejectUnauthorized: true,
    ...(network.ca ? { ca: network.ca } : {}),
  })
  const deadline = performance.now() + connectMs
  let failure: unknown
  for (const checked of addresses) {
    if (performance.now() > deadline || signal.aborted) break
    const target = network.dial(checked, port)
    try {
      const tunnel = network.proxy && (await throughProxy(network.proxy, target, { connectMs, signal }))
      if (!isTls) return tunnel || (await openBare(target, { connectMs: deadline - performance.now(), signal }))
      return await open(connector, {
        protocol: 'https:',
        host,
        hostname: target.address,
        port: String(target.port),
        servername: isIP(host) ? '' : host,
        ...(tunnel && { httpSocket: tunnel }),
      })
    } catch (error) {
      failure = error
    }
  }
  throw failure instanceof Error ? failure : new SafeFetchError('timeout')
}

function open(connector: buildConnector.connector, to: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(to, (error, socket) => (socket ? resolve(socket) : reject(error ?? new Error('No socket'))))
  })
}

/** A connection without TLS. It is given up at once when the time is over or nobody waits for it any more. */
function openBare(
  { address, port }: { address: string; port: number },
  { connectMs, signal }: Connecting,
): Promise<Socket> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(connectMs)))])
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true })
    const giveUp = () => socket.destroy(over.reason instanceof Error ? over.reason : new SafeFetchError('timeout'))
    if (over.aborted) giveUp()
    over.addEventListener('abort', giveUp)
    // It stays: an error that nobody listens to ends the process.
    socket.on('error', reject)
    socket.once('connect', () => {
      over.removeEventListener('abort', giveUp)
      resolve(socket)
    })
  })
}
