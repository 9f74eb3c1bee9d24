import { expect, test } from 'vitest'
import { domainChunks } from './domain-chunks.ts'

const numbered = (kind: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${kind}:h${at}.example${at}.com`)

// Measured on Xray 26.3.27: 500 and 1,000 of these names never end, 200 and 10,000 do.
test.each(['full', 'domain'])(
  'numbered names (%s) that Xray would never finish with are split, others are not',
  (kind) => {
    for (const count of [1, 200, 10_000]) expect(domainChunks(numbered(kind, count)), `${count}`).toHaveLength(1)
    for (const count of [500, 1_000]) {
      const chunks = domainChunks(numbered(kind, count))
      expect(chunks.length, `${count}`).toBeGreaterThan(1)
      expect(chunks.flat()).toEqual(numbered(kind, count))
    }
  },
)

test('what stands in no table of names is never split', () => {
  const regexes = Array.from({ length: 1_000 }, (_, at) => `regexp:^h${at}\\.example${at}\\.com$`)
  expect(domainChunks(regexes)).toHaveLength(1)
})

test('names count in lower case, as Xray reads them', () => {
  const upper = numbered('full', 500).map((value) => value.replace('EXAMPLE', 'example').replace('h', 'H'))
  expect(domainChunks(upper).length).toBe(domainChunks(numbered('full', 500)).length)
})
