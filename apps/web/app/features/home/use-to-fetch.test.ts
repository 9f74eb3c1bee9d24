import { expect, test, vi } from 'vitest'
import type { HandedFile } from '../../components/handover/handover.ts'
import type { FetchedText } from '../../workers/fetch-worker.ts'
import { createToFetch } from './use-to-fetch.ts'

const addressOf = (url: string) => ({ line: 1, text: url, url })
const AIRPORT = addressOf('https://airport.example/sub?token=s3cret')
const OTHER = addressOf('https://other.example/sub')
const read = (text: string): FetchedText => ({ text, status: 200 })

/** Addresses that answer when the test says so. */
function started() {
  const asked: { url: string; signal: AbortSignal; answer: (text: FetchedText) => void; fail: () => void }[] = []
  const files: Omit<HandedFile, 'id' | 'at'>[] = []
  const all = createToFetch(
    (url, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ url, signal, answer: resolve, fail: () => reject(new Error('The chunk is gone')) })
      }),
  )
  const fetch = (address = AIRPORT) => all.fetch(address, (_, { id: _id, at: _at, ...file }) => void files.push(file))
  const says = () => {
    const { fetching, refused } = all.state.get()
    return { fetching: [...fetching.keys()], refused: Object.fromEntries(refused) }
  }
  return { all, asked, files, fetch, says }
}

test('what an address says becomes a source with the name of its host', async () => {
  const { asked, files, fetch, says } = started()
  const done = fetch()
  expect(says().fetching).toEqual([AIRPORT.url])
  const subscription = { total: 5 }
  asked[0]!.answer({ ...read('trojan://a'), subscription })
  await done
  expect(files).toEqual([{ name: 'airport.example', url: AIRPORT.url, text: 'trojan://a', subscription }])
  expect(says()).toEqual({ fetching: [], refused: {} })
})

test.each<[string, FetchedText, object]>([
  ['a browser that is refused', { error: 'refused' }, { error: 'refused' }],
  ['an error of the other server', { error: 'bad-status', status: 503 }, { error: 'bad-status', httpStatus: 503 }],
  ['an empty text', read(' \n'), { error: 'empty' }],
])('%s makes no source, and the next try forgets it', async (_, answer, why) => {
  const { asked, files, fetch, says } = started()
  const first = fetch()
  asked[0]!.answer(answer)
  await first
  expect(says()).toEqual({ fetching: [], refused: { [AIRPORT.url]: expect.objectContaining(why) } })
  const second = fetch()
  expect(says()).toEqual({ fetching: [AIRPORT.url], refused: {} })
  asked[1]!.answer(read('trojan://a'))
  await second
  expect(files).toHaveLength(1)
})

test('plain http is never asked: the other ways are offered at once', async () => {
  const { asked, fetch, says } = started()
  await fetch(addressOf('http://airport.example/sub'))
  expect(asked).toEqual([])
  expect(says()).toEqual({ fetching: [], refused: { 'http://airport.example/sub': {} } })
})

test('an address that is being asked is not asked once more', () => {
  const { asked, fetch } = started()
  void fetch()
  void fetch()
  void fetch(OTHER)
  expect(asked.map(({ url }) => url)).toEqual([AIRPORT.url, OTHER.url])
})

test('what was on its way when the box was emptied makes no source, though others are asked since', async () => {
  const { all, asked, files, fetch, says } = started()
  const first = fetch()
  all.clear()
  expect(asked[0]!.signal.aborted).toBe(true)
  const [again, other] = [fetch(), fetch(OTHER)]
  asked[0]!.answer(read('trojan://late'))
  await first
  expect(says().fetching).toEqual([AIRPORT.url, OTHER.url])
  asked[1]!.answer(read('trojan://a'))
  asked[2]!.answer(read('trojan://b'))
  await Promise.all([again, other])
  expect(files.map(({ text }) => text)).toEqual(['trojan://a', 'trojan://b'])
})

test('a text that was fetched another way takes back the refusal', async () => {
  const { all, asked, fetch, says } = started()
  const done = fetch()
  asked[0]!.answer({ error: 'refused' })
  await done
  const onFile = vi.fn()
  all.take(AIRPORT, { text: 'trojan://a' }, onFile)
  expect(onFile).toHaveBeenCalledOnce()
  expect(says().refused).toEqual({})
})

test('a part of the page that does not load leaves the button free', async () => {
  const { asked, fetch, says } = started()
  const done = fetch()
  asked[0]!.fail()
  await expect(done).rejects.toThrow('The chunk is gone')
  expect(says()).toEqual({ fetching: [], refused: {} })
})
