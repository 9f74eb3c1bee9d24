import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import { depsOf } from '../test-app.ts'
import { SourceTexts } from './source-texts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const URL_OF_ONE = 'https://one.example.com/sub?token=1'
const LINK = 'trojan://secret@a.example.com:443#One'

/** A source that answers as often as it may, then says nothing. */
function slowAfter(answers: number) {
  let asked = 0
  const clock = { now: 0 }
  const safeFetch: SafeFetch = () =>
    asked++ < answers
      ? Promise.resolve({ body: Buffer.from(LINK), contentType: '', userInfo: undefined, stale: false })
      : new Promise(() => undefined)
  const sources = new SourceTexts({ ...depsOf({}), safeFetch, now: () => clock.now })
  return { clock, ask: () => sources.ask([{ id: '1', number: 1, url: URL_OF_ONE }], { user: 'a' }) }
}

test('who has an old answer waits eight seconds for a new one, and says so', async () => {
  const { ask, clock } = slowAfter(1)
  await ask()
  clock.now = 11 * 60_000
  const again = ask()
  await vi.advanceTimersByTimeAsync(8000)
  const failure = { reason: 'timeout' }
  expect(await again).toEqual([{ number: 1, host: 'one.example.com', failure, said: { text: LINK } }])
})

test('who has none waits until the source answers or fails', async () => {
  const { ask } = slowAfter(0)
  let isDone = false
  void ask().then(() => (isDone = true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isDone).toBe(false)
})
