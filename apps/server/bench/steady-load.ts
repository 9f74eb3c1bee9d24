import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile, round } from './figures.ts'

const MOST_SOCKETS = 128

/** What a load showed. Times are from the moment that a request was due, not from the one when there was room for it. */
export interface LoadFigures {
  requests: number
  p50Ms: number
  p99Ms: number
  errors: number
}

/** Asks the addresses by turns, so many a second, whatever became of the requests before. */
export async function steadyLoad(
  addresses: readonly string[],
  { perSecond, seconds, headers }: { perSecond: number; seconds: number; headers: Record<string, string> },
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS })
  const times: number[] = []
  const running: Promise<void>[] = []
  let errors = 0
  const began = performance.now()
  const requests = perSecond * seconds
  for (let count = 0; count < requests; count++) {
    const due = began + (count * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await wait(early)
    const request = ask(addresses[count % addresses.length]!, agent, headers).then(
      (isRight) => {
        times.push(performance.now() - due)
        if (!isRight) errors++
      },
      () => void errors++,
    )
    running.push(request)
  }
  await Promise.all(running)
  agent.destroy()
  return { requests, p50Ms: round(quantile(times, 0.5)), p99Ms: round(quantile(times, 0.99)), errors }
}

/** Whether it was answered with 200, to the last byte. */
function ask(address: string, agent: Agent, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers }, (answer) => {
      answer.on('end', () => resolve(answer.statusCode === 200)).on('error', reject)
      answer.resume()
    }).on('error', reject)
  })
}
