import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { ServerProcess } from './start-server.ts'

const SOCKETS = 16
/** Of the clock that Linux counts processor time by. */
const TICKS_A_SECOND = 100
const END_OF_HEAD = '\r\n\r\n'

/** What a server gave while it was asked as fast as it answers. */
export interface MostRequests {
  perSecond: number
  /** Processor time of the server process: what other programs do on the machine does not count. */
  cpuMicroseconds: number
}

/**
 * Asks the paths by turns on a few connections, each of which asks again once it is answered. The client parses next to
 * nothing, so that the server is what is measured. Throws if an answer is not a 200.
 */
export async function mostRequests(
  { origin, child }: ServerProcess,
  paths: readonly string[],
  { requests, headers }: { requests: number; headers: Readonly<Record<string, string>> },
): Promise<MostRequests> {
  const { hostname, port, host } = new URL(origin)
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const heads = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${more.join('')}\r\n`))
  let asked = 0
  const next = () => (asked < requests ? heads[asked++ % heads.length] : undefined)
  const cpuBefore = cpuOf(child.pid!)
  const began = performance.now()
  await Promise.all(Array.from({ length: SOCKETS }, () => askOn(Number(port), hostname, next)))
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: Math.round(requests / seconds),
    cpuMicroseconds: Math.round(((cpuOf(child.pid!) - cpuBefore) * 1e6) / requests),
  }
}

/** Asks until nothing is next. */
function askOn(port: number, host: string, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true })
    let head = ''
    /** Bytes of the body that are still to come; undefined: the head is not whole. */
    let missing: number | undefined
    const ask = () => {
      const request = next()
      if (request) socket.write(request)
      else socket.end(resolve)
    }
    const fail = (reason: string) => {
      reject(new Error(reason))
      socket.destroy()
    }
    socket.on('connect', ask).on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      let bytes = chunk.length
      if (missing === undefined) {
        const before = head.length
        head += chunk.toString('latin1')
        const end = head.indexOf(END_OF_HEAD)
        if (end === -1) return
        if (!head.startsWith('HTTP/1.1 200')) return fail(head.slice(0, end))
        const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
        if (length === undefined) return fail(`No length: ${head.slice(0, end)}`)
        missing = Number(length)
        bytes -= end + END_OF_HEAD.length - before
      }
      missing -= bytes
      if (missing > 0) return
      head = ''
      missing = undefined
      ask()
    })
  })
}

/** Seconds of processor time that a process took until now, with all its threads. Linux only. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ', 2)[1]!.split(' ')
  // proc_pid_stat(5): utime and stime are the 14th and 15th field, and `state`, the third, stands first here.
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}
