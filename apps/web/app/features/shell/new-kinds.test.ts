import { expect, test } from 'vitest'
import { PAGES } from '../../pages.ts'
import { nameIssue, NEW_KIND_IDS, NEW_KINDS } from './new-kinds.ts'

test.each([
  ['', 'needed'],
  ['  ', 'needed'],
  ['机场 A', undefined],
  [` ${'a'.repeat(64)} `, undefined],
  ['a'.repeat(65), 'tooLong'],
])('the name %j: %s', (name, issue) => {
  expect(nameIssue(name, { nameMax: 64 })).toBe(issue)
})

test.each([
  ['a.yaml', undefined],
  ['规则', undefined],
  ['a/b', 'noFileName'],
  ['..', 'noFileName'],
  ['中'.repeat(86), 'noFileName'],
  ['a'.repeat(256), 'tooLong'],
])('a file called %j: %s', (name, issue) => {
  expect(nameIssue(name, NEW_KINDS.file)).toBe(issue)
})

test('every kind is made on a page that exists', () => {
  const paths = NEW_KIND_IDS.map((id) => NEW_KINDS[id].path.split('?')[0])
  expect(paths.filter((path) => !PAGES.some((page) => page.path === path))).toEqual([])
})

test('what is made has the name and the text, each where its page takes it', () => {
  expect(NEW_KIND_IDS.map((id) => NEW_KINDS[id].given('A', 'trojan://x'))).toEqual([
    { creates: { name: 'A', text: 'trojan://x' } },
    { makes: { kind: 'file', name: 'A', text: 'trojan://x' } },
    { makes: { kind: 'folder', name: 'A', text: '' } },
    { opens: { name: 'A', text: 'trojan://x', origin: 'new' } },
    { keeps: { name: 'A', body: 'trojan://x' } },
    { creates: { name: 'A', text: 'trojan://x' } },
  ])
})
