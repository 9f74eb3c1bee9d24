import { readFileSync, writeFileSync } from 'node:fs'

/**
 * `node first-call.ts FILE CLIENT [OUTPUT]`: what the first conversion of a process takes, the engine's loading included.
 * With OUTPUT the result is written there as bytes, as the command line does; else it is a string.
 */

export interface FirstCall {
  /** Peak resident memory of the process. */
  rssMb: number
  /** CPU time, the engine's loading included. */
  firstCallMs: number
}

const KB_PER_MB = 1024

const [file, client, output] = process.argv.slice(2)
const text = readFileSync(file!, 'utf8')
const start = process.cpuUsage()
const { convertText, convertToBytes, isClientId } = await import('../src/index.ts')
const sources = [{ name: 'corpus', text }]
if (client === undefined || !isClientId(client)) throw new Error(`no client: ${client}`)
const options = { to: client, output: { list: true } }
if (output === undefined) convertText(sources, options)
else writeFileSync(output, convertToBytes(sources, options).bytes)
const { user, system } = process.cpuUsage(start)
const firstCallMs = Math.round((user + system) / 1000)
console.log(JSON.stringify({ rssMb: Math.round(peakKb() / KB_PER_MB), firstCallMs } satisfies FirstCall))

/** Linux counts the parent's pages into `maxRSS` of a new process, and not into `VmHWM`. */
function peakKb(): number {
  const { maxRSS } = process.resourceUsage()
  if (process.platform !== 'linux') return maxRSS
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? maxRSS)
}
