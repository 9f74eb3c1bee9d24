import { expect, test } from 'vitest'
import { fetchLists } from './fetch-lists.ts'

const RAW = 'https://raw.githubusercontent.com/o/r/main/a.list'
const OTHER = 'https://lists.example/b.list'
const MIRRORS = ['https://one.example', 'https://two.example']

test('a list is fetched from its own address, then from the mirrors in order; what nobody has is told with its cause', async () => {
  const asked: string[] = []
  const gone = new Error('gone')
  const { lists, failed } = await fetchLists(
    [RAW, OTHER],
    (from) => {
      asked.push(from)
      return from.startsWith('https://two.example') ? Promise.resolve('DOMAIN,a.example') : Promise.reject(gone)
    },
    { mirrors: MIRRORS, atOnce: 1 },
  )
  expect([...lists]).toEqual([[RAW, 'DOMAIN,a.example']])
  expect(failed).toEqual([{ address: OTHER, cause: gone }])
  expect(asked.map((from) => new URL(from).host)).toEqual([
    'raw.githubusercontent.com',
    'one.example',
    'two.example',
    'lists.example',
  ])
})

test('no more lists than asked for are on their way at once', async () => {
  let open = 0
  let most = 0
  const plan = Array.from({ length: 9 }, (_, index) => `https://lists.example/${index}`)
  const { lists } = await fetchLists(
    plan,
    async (from) => {
      most = Math.max(most, ++open)
      await Promise.resolve()
      open--
      return from
    },
    { atOnce: 3 },
  )
  expect([lists.size, most]).toEqual([9, 3])
})
