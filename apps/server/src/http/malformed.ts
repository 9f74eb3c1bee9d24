import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import type { Logger } from 'pino'
import { secure } from './security-headers.ts'

const WORDS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
}
type Status = keyof typeof WORDS

/** For a request that names no address of ours, such as one with a broken Host: nothing of the app is asked. */
export function answerMalformed(error: unknown, log: Logger): Response {
  const status = error instanceof RequestError ? 400 : 500
  if (status === 500) log.error({ err: error }, 'A request failed')
  return new Response(`${WORDS[status]}\n`, { status, headers: bareHeaders() })
}

const STATUS_OF: Record<string, Status> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** For what is no HTTP, too large or too slow: Node would answer the same status without a header. */
export function refuseMalformed(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  refuse(socket, (error.code !== undefined && STATUS_OF[error.code]) || 400)
}

/** We are no proxy: Node would hang up without a word. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  refuse(socket, 405, { Allow: 'GET, HEAD' })
}

/** `Expect` with anything but 100-continue. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { ...Object.fromEntries(bareHeaders()), connection: 'close', 'content-length': 0 }).end()
}

function refuse(socket: Duplex, status: Status, more: Readonly<Record<string, string>> = {}): void {
  const headers = [...bareHeaders(), ...Object.entries(more)].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${WORDS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n${headers.join('')}\r\n`)
}

function bareHeaders(): Headers {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  secure(headers, '')
  return headers
}
