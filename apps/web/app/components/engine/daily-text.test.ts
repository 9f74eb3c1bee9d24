import { expect, test } from 'vitest'
import { DAY_MS } from '@switchyard/sources/spans'
import type { FetchedText } from '../../workers/fetch-worker.ts'
import { dailyText } from './daily-text.ts'

const NOW = Date.UTC(2026, 10, 28)
const ADDRESS = 'https://git.example/list'

/** A device with copies, and a host that answers. */
function start(answer: FetchedText = { text: 'new', status: 200 }) {
  const copies = new Map<string, { text: string; savedAt: number }>()
  const asked: string[] = []
  let time = NOW
  const at = (ms: number, anew?: boolean) => {
    time = ms
    return dailyText(
      ADDRESS,
      {
        ask: async (address) => {
          asked.push(address)
          return answer
        },
        copyOf: async (address) => copies.get(address),
        keepCopy: async (address, text) => void copies.set(address, { text, savedAt: time }),
        now: () => time,
      },
      anew,
    )
  }
  return { copies, asked, at, answer: (next: FetchedText) => (answer = next) }
}

test('a second visit within 24 hours asks nobody, a later one does', async () => {
  const { at, asked, answer } = start()
  expect(await at(NOW)).toEqual({ text: 'new', savedAt: NOW })
  answer({ text: 'newer', status: 200 })
  expect(await at(NOW + DAY_MS - 1)).toEqual({ text: 'new', savedAt: NOW })
  expect(asked).toHaveLength(1)
  expect(await at(NOW + DAY_MS)).toEqual({ text: 'newer', savedAt: NOW + DAY_MS })
  expect(asked).toHaveLength(2)
})

test('what is wanted anew is asked for at once', async () => {
  const { at, asked } = start()
  await at(NOW)
  await at(NOW + 1, true)
  expect(asked).toHaveLength(2)
})

test('where the host refuses, an older copy is there with its date and the reason', async () => {
  const { at, answer } = start()
  await at(NOW)
  const refusal = { error: 'bad-status', status: 403, retryAt: NOW + 1 } as const
  answer(refusal)
  expect(await at(NOW + 3 * DAY_MS)).toEqual({ text: 'new', savedAt: NOW, refusal })
})

test('without a copy there is the reason alone', async () => {
  const { at, copies } = start({ error: 'unreachable' })
  expect(await at(NOW)).toEqual({ error: 'unreachable' })
  expect(copies.size).toBe(0)
})
