import { expect, test } from 'vitest'
import { convertText, parseEntries } from '../index.ts'
import { BATCH, kindByKind } from './kind-by-kind.ts'

test('items are worked on kind by kind, within a kind in order', () => {
  const seen: string[] = []
  kindByKind(['a1', 'b1', 'a2', 'c1', 'b2'], (item) => item[0], (item) => seen.push(item)) // oxfmt-ignore
  expect(seen).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
})

/** More than two batches; broken links, comments and an item of YAML stand between the links. */
const LINES = Array.from({ length: BATCH * 2 + 10 }, (_, index) => {
  const server = `s${index}.example.com`
  return [
    `trojan://secret@${server}:443#t${index}`,
    `ss://YWVzLTEyOC1nY206cA==@${server}:8388#s${index}`,
    `vless://nonsense@${server}:0#broken`,
    `hysteria2://secret@${server}:443#h${index}`,
    `no link at all ${index}`,
  ][index % 5]!
})

test('entries come in the order of the text, whatever their protocols are', () => {
  const lines: number[] = []
  parseEntries(LINES.join('\n'), {}, ({ line }) => lines.push(line))
  expect(lines).toEqual(LINES.map((_, index) => index + 1))
})

test('a list has its nodes in the order of the text', () => {
  const { text } = convertText([{ name: 'a', text: LINES.join('\n') }], { to: 'mihomo', output: { list: true } })
  const servers = [...text.matchAll(/server: s(\d+)/g)].map(([, index]) => Number(index))
  expect(servers).toEqual(
    LINES.keys()
      .filter((index) => index % 5 !== 2 && index % 5 !== 4)
      .toArray(),
  )
})
