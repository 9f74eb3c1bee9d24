import { connect, type Socket } from 'node:net'
import { CLIENT_HEADERS } from './as-person.ts'
import type { Person } from './people.ts'

/** Asks, and reads nothing of the answer. */
export function readNothing(origin: string, { cookie }: Person, path: string): Socket {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ port: Number(port), host: hostname })
  socket.on('error', () => undefined)
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\nuser-agent: ${CLIENT_HEADERS['user-agent']}\r\n\r\n`,
  )
  return socket
}
