import { readFileSync } from 'node:fs'

/** `node first-call.ts FILE PLATFORM`: what the first conversion of a process takes, the engine's loading included. */

export interface FirstCall {
  /** Peak resident memory of the process. */
  rssMb: number
  /** CPU time, the engine's loading included. */
  firstCallMs: number
}

const KB_PER_MB = 1024

const [file, platform] = process.argv.slice(2)
const text = readFileSync(file!, 'utf8')
const start = process.cpuUsage()
const { convertText } = await import('../src/index.ts')
convertText([{ name: 'corpus', text }], {
  to: platform === 'singbox' ? 'singbox' : 'mihomo',
  output: { list: true },
})
const { user, system } = process.cpuUsage(start)
const firstCallMs = Math.round((user + system) / 1000)
console.log(JSON.stringify({ rssMb: Math.round(peakKb() / KB_PER_MB), firstCallMs } satisfies FirstCall))

/** Linux counts the parent's pages into `maxRSS` of a new process, and not into `VmHWM`. */
function peakKb(): number {
  const { maxRSS } = process.resourceUsage()
  if (process.platform !== 'linux') return maxRSS
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? maxRSS)
}
