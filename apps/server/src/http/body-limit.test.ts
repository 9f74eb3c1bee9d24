import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { depsOf } from '../test-app.ts'
import { HttpServer } from './http-server.ts'

const MEBIBYTE = 1024 * 1024

/** A server with sockets, which everybody may have converted. */
async function start(environment: Record<string, string>) {
  const deps = depsOf(environment)
  const http = new HttpServer()
  http.serve(getRequestListener(createApp(deps).fetch))
  http.node.listen(0, '127.0.0.1')
  await once(http.node, 'listening')
  const { port } = http.node.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    http.node.close()
  })
  /** Sends the head of a request, and nothing of its body. */
  const begin = (headers = '') => {
    const socket = connect({ port, host: '127.0.0.1' })
    sockets.push(socket.on('error', () => undefined))
    const host = `host: localhost:3000\r\norigin: http://localhost:3000`
    const length = `content-type: application/json\r\ncontent-length: ${5 * MEBIBYTE}`
    socket.write(`POST /api/convert HTTP/1.1\r\n${host}\r\n${length}\r\n${headers}\r\n`)
    return socket
  }
  const statusOf = async (socket: Socket) => {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return chunk.toString().slice(9, 12)
  }
  return { begin, statusOf, bytes: deps.bytes }
}

test('of bodies that never come whole only some are waited for, and the others are told so', async () => {
  const { begin, statusOf, bytes } = await start({ CONVERT_API: 'public', HOST: '127.0.0.1' })
  const slow = Array.from({ length: 6 }, () => begin())
  // Those of one visitor are 32 MiB at most: there is no room for 2 MiB once six of them were begun.
  const isFull = () =>
    bytes.enter({ person: 'somebody', isVisitor: true }, 3 * MEBIBYTE, 1).then(
      (leave) => leave(),
      () => 'full',
    )
  await expect.poll(isFull).toBe('full')
  expect(await statusOf(begin())).toBe('503')
  for (const socket of slow) socket.destroy()
  await expect.poll(isFull).toBeUndefined()
})

test('of somebody who has to be signed in and is not, nothing is read', async () => {
  const { begin, statusOf } = await start({ CONVERT_API: 'token' })
  expect(await statusOf(begin())).toBe('401')
})
