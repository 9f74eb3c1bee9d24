import type { ProbeEvent, ProbeResult, ProbeTarget } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { checkBatches, CutAnswer, type KeyedTarget } from './check-batches.ts'

const result: ProbeResult = { checkedAt: 1, isCached: false, outcome: 'reachable' }
const targetsOf = (count: number): KeyedTarget[] =>
  Array.from({ length: count }, (_, at) => ({ key: `k${at}`, target: { host: 'a', port: at + 1, transport: 'tcp' } }))

/** A server that answers each batch with those events. */
function serverWith(answer: (batch: readonly ProbeTarget[], at: number) => ProbeEvent[]) {
  const sizes: number[] = []
  const found: string[] = []
  const run = (targets: readonly KeyedTarget[]) =>
    checkBatches({
      targets,
      send: async (batch, onEvent) => {
        sizes.push(batch.length)
        for (const event of answer(batch, sizes.length - 1)) onEvent(event)
      },
      onFound: (key) => found.push(key),
    })
  return { run, sizes, found }
}

const end = (left = 0, retryAt?: number): ProbeEvent => ({
  event: 'end', data: { left, ...(retryAt === undefined ? {} : { retryAt }) },
}) // oxfmt-ignore
const results = (...indexes: number[]): ProbeEvent[] =>
  indexes.map((index) => ({ event: 'result', data: { index, result } }))

test('450 nodes are asked about in three batches, one after the other', async () => {
  const { run, sizes, found } = serverWith((batch) => [...results(...batch.keys()), end()])
  expect(await run(targetsOf(450))).toEqual({ left: [] })
  expect(sizes).toEqual([200, 200, 50])
  expect(found).toEqual(targetsOf(450).map(({ key }) => key))
})

test('what a limit left out is told, with the earliest time of the next try', async () => {
  const { run } = serverWith((batch, at) => [...results(...[...batch.keys()].slice(1)), end(1, at === 0 ? 900 : 500)])
  expect(await run(targetsOf(202))).toEqual({ left: ['k0', 'k200'], retryAt: 500 })
})

test('when nothing of a batch is let through, no further batch is sent', async () => {
  const { run, sizes } = serverWith((batch) => [end(batch.length, 900)])
  const { left, retryAt } = await run(targetsOf(450))
  expect([sizes, left.length, retryAt]).toEqual([[200], 450, 900])
})

test('an answer without its end is a failure, and what came before stays found', async () => {
  const { run, found } = serverWith(() => results(0))
  await expect(run(targetsOf(2))).rejects.toThrow(CutAnswer)
  expect(found).toEqual(['k0'])
})

test('results come in any order, each for its own target', async () => {
  const { run, found } = serverWith(() => [...results(2, 0, 1), end()])
  await run(targetsOf(3))
  expect(found).toEqual(['k2', 'k0', 'k1'])
})
