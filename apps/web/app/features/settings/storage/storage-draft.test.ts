import { expect, test } from 'vitest'
import { serverMeant, type StorageDraft, storageMistakes } from './storage-draft.ts'

test.each([
  ['https://files.example', 'https://files.example'],
  [' https://files.example/ ', 'https://files.example'],
  ['https://example.com:8443/yard/', 'https://example.com:8443/yard'],
  ['http://files.example', undefined],
  ['https://me:secret@files.example', undefined],
  ['https://files.example/?a=b', undefined],
  ['files.example', undefined],
  ['', undefined],
])('%j is the server %j', (typed, server) => {
  expect(serverMeant(typed)).toBe(server)
})

const GOOD: StorageDraft = { name: 'NAS', base: 'https://nas.example', userId: 'ana', bucket: 'default', token: 'abc' }
const OWN = { id: 'a', host: 'storage', base: 'https://nas.example', name: 'NAS', tokenIsKept: false, isRelayed: false }

test.each<[Partial<StorageDraft>, object]>([
  [{}, {}],
  [{ name: ' ' }, { name: 'empty' }],
  [{ base: '' }, { base: 'empty' }],
  [{ base: 'http://nas.example' }, { base: 'not-https' }],
  [{ base: 'nas' }, { base: 'not-plain' }],
  [{ bucket: 'Ä' }, { bucket: 'bad' }],
  [{ token: '' }, { token: 'empty' }],
  [{ token: 'a b' }, { token: 'letters' }],
])('of a new one with %j is wrong: %j', (change, mistakes) => {
  expect(storageMistakes({ ...GOOD, ...change }, [])).toEqual(mistakes)
})

test('a changed one keeps its token at the same server alone, and its own name is not taken', () => {
  const draft = { ...GOOD, token: '' }
  expect(storageMistakes(draft, [OWN], OWN)).toEqual({})
  expect(storageMistakes({ ...draft, base: 'https://other.example' }, [OWN], OWN)).toEqual({ token: 'empty' })
  expect(storageMistakes(GOOD, [OWN])).toEqual({ name: 'taken' })
})
