import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import { SafeFetchError } from './safe-fetch-error.ts'

/** What one connection may take. */
export interface Connecting {
  connectMs: number
  signal: AbortSignal
}

/** A connection to an address by the CONNECT of an HTTP proxy (RFC 9110, 9.3.6). Throws when the proxy is not there, or says no. */
export function throughProxy(
  proxy: string,
  { address, port }: { address: string; port: number },
  { connectMs, signal }: Connecting,
): Promise<Socket> {
  const { protocol, hostname, port: proxyPort, username, password } = new URL(proxy)
  const path = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const person = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return new Promise((resolve, reject) => {
    const asked = (protocol === 'https:' ? httpsRequest : httpRequest)({
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(proxyPort && { port: proxyPort }),
      method: 'CONNECT',
      path,
      headers: {
        host: path,
        ...(person !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(person).toString('base64')}` }),
      },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(connectMs)]),
    })
    asked.once('connect', ({ statusCode }, socket: Socket, first: Buffer) => {
      socket.unshift(first)
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`The proxy answered ${statusCode}`))
    })
    // Without it an answer that is none to a CONNECT is waited for without end.
    asked.once('response', ({ statusCode }) => {
      asked.destroy()
      reject(new Error(`The proxy answered ${statusCode}`))
    })
    asked.once('error', (error) => reject(signal.aborted ? error : new SafeFetchError('timeout', { cause: error })))
    asked.end()
  })
}
