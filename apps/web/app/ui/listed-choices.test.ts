import { expect, test } from 'vitest'
import { listedChoices } from './listed-choices.ts'

const CHOICES = Array.from({ length: 10_000 }, (_, at) => ({ value: `id${at}`, label: `Node ${at}`, note: 'vless' }))

test.each([
  ['', undefined, 'id0', 'id99'],
  ['', 'id3', 'id0', 'id99'],
  ['', 'id5000', 'id4950', 'id5049'],
  ['', 'id9999', 'id9900', 'id9999'],
  ['node vless', 'id5000', 'id0', 'id99'],
  ['999', 'id3', 'id999', 'id9999'],
])('with %j typed and %s chosen, %s to %s are listed', (text, chosen, first, last) => {
  const listed = listedChoices(CHOICES, text, chosen)
  expect([listed[0]?.value, listed.at(-1)?.value]).toEqual([first, last])
  expect(listed.length).toBeLessThanOrEqual(100)
})

test('what is chosen is listed wherever it stands, and few choices all are', () => {
  for (const at of [0, 49, 50, 99, 100, 9950]) {
    expect(listedChoices(CHOICES, '', `id${at}`).map(({ value }) => value)).toContain(`id${at}`)
  }
  expect(listedChoices(CHOICES.slice(0, 3), ' ', 'id2')).toEqual(CHOICES.slice(0, 3))
  expect(listedChoices(CHOICES, 'nothing like it', 'id2')).toEqual([])
})
