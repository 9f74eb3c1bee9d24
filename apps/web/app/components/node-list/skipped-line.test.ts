import { EMPTY_RECIPE, type OtherRow, type Recipe, type SourceInfo } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { fakeDesk } from '../engine/fake-desk.ts'
import { newSource } from './add-files.ts'
import { createStore } from '../../lib/store.ts'
import { fetchAddress } from './fetch-address.ts'
import { deleteLine, skippedLine } from './skipped-line.ts'
import type { ListSession } from './list-session.ts'

const ADDRESS = 'https://a.example.com/sub'

function sessionWith(text: string, kind: SourceInfo['kind']) {
  const source = { ...newSource('text', 'A'), id: 'a', text }
  const addresses = text.split('\n').flatMap((line, at) => (line === ADDRESS ? [{ line: at + 1, text: line, url: line }] : []))
  const fetched: string[] = []
  const session = {
    model: { ...EMPTY_RECIPE, sources: [source] } as Recipe,
    desk: fakeDesk({}, { sources: createStore({ a: { status: 'ok', info: { kind, addresses } } }) }),
    change: (next: (recipe: Recipe) => Recipe) => void (session.model = next(session.model)),
    fetch: async (id: string) => void fetched.push(id),
  }
  // What these functions ask for.
  return { session: session as unknown as ListSession, fetched }
} // oxfmt-ignore

const row = (more: Partial<OtherRow>): OtherRow => ({
  key: 'k', sourceId: 'a', line: 2, skipped: [{ code: 'bad-value', text: '' }], ...more,
}) // oxfmt-ignore

test.each<[string, SourceInfo['kind'], Partial<OtherRow>, string | undefined]>([
  ['a line of links', 'links', {}, 'what'],
  ['no entry of YAML', 'yaml', {}, undefined],
  ['no line within Base64', 'base64', {}, undefined],
  ['no entry within a line', 'mixed', { inner: 1 }, undefined],
  ['no address, which can be fetched', 'links', { toFetch: 'a' }, undefined],
])('what can be taken out of a text is %s', (_, kind, more, text) => {
  const { session } = sessionWith('a\nwhat\nb', kind)
  expect(skippedLine(session, row(more))?.text).toBe(text)
})

test('the line leaves its text, and another one in its place stays', () => {
  const { session } = sessionWith('a\nwhat\nb', 'links')
  const line = skippedLine(session, row({}))!
  deleteLine(session, line)
  expect(session.model.sources[0]!.text).toBe('a\nb')
  deleteLine(session, line)
  expect(session.model.sources[0]!.text).toBe('a\nb')
})

test('an address in a list becomes a source of its own, and is fetched', () => {
  const { session, fetched } = sessionWith(`a\n${ADDRESS}\nb`, 'links')
  fetchAddress(session, row({ toFetch: 'a.example.com' }))
  const [list, address] = session.model.sources
  expect([list!.text, address!.url, fetched]).toEqual(['a\nb', ADDRESS, [address!.id]])
})
