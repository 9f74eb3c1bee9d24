import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const head = 'HTTP/1.1 200 OK\r\n'
// Packed beforehand: that takes longer than the client waits on a busy machine.
const mega = Buffer.alloc(6 * 1024 * 1024)
const gzipBomb = gzipSync(mega)
const brotliBomb = brotliCompressSync(mega)

/** What a server can do wrong: in words, the code that it ends in, and how it answers. */
export const FAULTS: readonly (readonly [does: string, code: string, answer: (socket: Socket) => void])[] = [
  ['says nothing', 'timeout', () => {}],
  ['stalls after the headers', 'timeout', (socket) => socket.write(`${head}Content-Length: 10\r\n\r\n`)],
  ['stalls in the body', 'timeout', (socket) => socket.write(`${head}Content-Length: 10\r\n\r\nabc`)],
  [
    'sends a byte at a time',
    'timeout',
    (socket) => {
      socket.write(`${head}Content-Length: 1000\r\n\r\n`)
      const timer = setInterval(() => socket.write('a'), 100)
      socket.on('close', () => clearInterval(timer))
    },
  ],
  ['names a body of 10 GB', 'too-large', (socket) => socket.write(`${head}Content-Length: 10737418240\r\n\r\n`)],
  [
    'sends chunks without end',
    'too-large',
    (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      for (let count = 0; count < 100; count++) socket.write(`10000\r\n${'a'.repeat(0x10000)}\r\n`)
    },
  ],
  [
    'hides gigabytes in the extensions of chunks',
    'too-large',
    (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      // Under the limit that a parser has for one extension.
      const chunk = `1;${'x'.repeat(8000)}\r\na\r\n`.repeat(100)
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', pour)
      pour()
    },
  ],
  [
    'sends a gzip bomb',
    'too-large',
    (socket) => socket.end(Buffer.concat([Buffer.from(`${head}Content-Encoding: gzip\r\n\r\n`), gzipBomb])),
  ],
  [
    'sends a brotli bomb',
    'too-large',
    (socket) => socket.end(Buffer.concat([Buffer.from(`${head}Content-Encoding: br\r\n\r\n`), brotliBomb])),
  ],
  [
    'packs three times',
    'not-a-subscription',
    (socket) =>
      socket.end(
        Buffer.concat([
          Buffer.from(`${head}Content-Encoding: gzip, gzip, gzip\r\n\r\n`),
          gzipSync(gzipSync(gzipSync('hello'))),
        ]),
      ),
  ],
  [
    'cuts its gzip short',
    'not-a-subscription',
    (socket) =>
      socket.end(
        Buffer.concat([Buffer.from(`${head}Content-Encoding: gzip\r\n\r\n`), gzipSync('hello').subarray(0, 12)]),
      ),
  ],
  ['lies about gzip', 'not-a-subscription', (socket) => socket.end(`${head}Content-Encoding: gzip\r\n\r\nplain`)],
  ['sends 64 KiB of headers', 'too-large', (socket) => socket.end(`${head}X-Long: ${'a'.repeat(65536)}\r\n\r\n`)],
  [
    'sends a thousand headers',
    'too-large',
    (socket) =>
      socket.end(`${head}${Array.from({ length: 1000 }, (_, n) => `X-${n}: ${'a'.repeat(20)}`).join('\r\n')}\r\n\r\n`),
  ],
  [
    'sends a bad chunk',
    'not-a-subscription',
    (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
  ],
  ['sends less than it said', 'not-a-subscription', (socket) => socket.end(`${head}Content-Length: 10\r\n\r\nabc`)],
  ['speaks no HTTP', 'not-a-subscription', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ['hangs up', 'not-a-subscription', (socket) => socket.end()],
  ['resets', 'refused-address', (socket) => socket.resetAndDestroy()],
  ['answers 304 to a plain question', 'bad-status', (socket) => socket.end('HTTP/1.1 304 Not Modified\r\n\r\n')],
  ['answers 503', 'bad-status', (socket) => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n')],
]
