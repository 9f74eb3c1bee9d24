import { isIP, type Socket } from 'node:net'
import { isAllowedAddress, isSameAddress, type Range } from '@switchyard/outbound'
import { buildConnector } from 'undici'
import { SafeFetchError } from './safe-fetch-error.ts'
import { withSignal } from './with-signal.ts'

/** Where the server is, and how it finds others. */
export interface Network {
  privateRanges: readonly Range[]
  ownAddresses: readonly string[]
  /** All addresses of a name. */
  resolve: (host: string) => Promise<readonly string[]>
  /** Where a checked address really is. */
  dial: (address: string, port: number) => { address: string; port: number }
  ca?: string | undefined
}

/** What one request allows its connection. */
export interface Connecting {
  connectMs: number
  signal: AbortSignal
  /** Given the socket as soon as it is open. */
  onOpen: (socket: Socket) => void
}

/** Connects to addresses that were checked, and to nothing else: a name is resolved once, here. */
export function checkedConnector(
  network: Network,
  { connectMs, signal, onOpen }: Connecting,
): buildConnector.connector {
  const { ownAddresses, privateRanges, resolve, dial, ca } = network
  const connector = buildConnector({
    timeout: connectMs,
    allowH2: false,
    maxCachedSessions: 0,
    // NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off.
    rejectUnauthorized: true,
    ...(ca ? { ca } : {}),
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const connect = async () => {
      const addresses = isIP(host) ? [host] : await withSignal(resolve(host.replace(/\.$/, '')), signal)
      if (addresses.length === 0) throw new SafeFetchError('dns')
      for (const address of addresses)
        if (!isAllowedAddress(address, privateRanges) || ownAddresses.some((own) => isSameAddress(own, address)))
          throw new SafeFetchError('refused-address')
      return firstThatAnswers(addresses, port)
    }
    const firstThatAnswers = async (addresses: readonly string[], port: number) => {
      const deadline = performance.now() + connectMs
      let failure: unknown
      for (const checked of addresses) {
        if (performance.now() > deadline || signal.aborted) break
        const target = dial(checked, port)
        try {
          return await open(connector, {
            ...options,
            hostname: target.address,
            port: String(target.port),
            servername: isIP(host) ? '' : host,
          })
        } catch (error) {
          failure = error
        }
      }
      throw failure instanceof Error ? failure : new SafeFetchError('timeout')
    }
    connect().then(
      (socket) => {
        onOpen(socket)
        callback(null, socket)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

type Connected = NonNullable<Parameters<buildConnector.Callback>[1]>

function open(connector: buildConnector.connector, to: buildConnector.Options): Promise<Connected> {
  return new Promise((resolve, reject) => {
    connector(to, (error, socket) => (socket ? resolve(socket) : reject(error ?? new Error('No socket'))))
  })
}
