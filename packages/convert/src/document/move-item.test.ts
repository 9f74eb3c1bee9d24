import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentNode, type DocumentPath, findNode, resolved, valueOf } from './document-node.ts'
import { moveItem, movePair } from './move-item.ts'
import { openDocument, type OpenDocument } from './open-document.ts'
import { applyEdits } from './text-edit.ts'

const FOLDER = new URL('fixtures/', import.meta.url)
const FIXTURES = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))

function open(name: string, text: string): OpenDocument {
  return openDocument(text, { format: name.endsWith('.yaml') ? 'yaml' : 'json' })
}

function moved(text: string, path: DocumentPath, from: number, to: number, format: 'yaml' | 'json' = 'yaml'): string {
  const result = moveItem(openDocument(text, { format }), path, from, to)
  return 'edits' in result ? applyEdits(text, result.edits) : result.refused
}

/** Lists of two items and more. */
function listsIn(node: DocumentNode | undefined, path: DocumentPath = []): DocumentPath[] {
  if (node === undefined || node.kind === 'alias' || node.kind === 'scalar') return []
  if (node.kind === 'map')
    return node.pairs.flatMap(({ key, value }) => {
      const name = resolved(key)
      return name.kind === 'scalar' && name.text !== '<<' ? listsIn(value, [...path, name.text]) : []
    })
  const inner = node.items.flatMap(({ value }, index) => listsIn(value, [...path, index]))
  return node.items.length > 1 ? [path, ...inner] : inner
}

const signsOf = (text: string) => text.replaceAll(/\s/g, '').split('').toSorted().join('')

describe('an item that moves', () => {
  test.each(FIXTURES)('in $name takes its text along, and nothing else changes', ({ name, text }) => {
    const document = open(name, text)
    const paths = listsIn(document.root)
    if (paths.length === 0) return
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (which, first, second) => {
        const path = paths[which % paths.length]!
        const list = valueOf(findNode(document.root, path)!) as unknown[]
        const [from, to] = [first % list.length, second % list.length]
        const result = moveItem(document, path, from, to)
        if ('refused' in result) return expect(result.refused).toBe('anchor-used')
        const after = applyEdits(text, result.edits)
        const reopened = open(name, after)
        expect({ after, issue: reopened.issue }).toEqual({ after, issue: undefined })
        const expected = list.toSpliced(from, 1).toSpliced(to, 0, list[from])
        expect({ after, list: valueOf(findNode(reopened.root, path)!) }).toEqual({ after, list: expected })
        // Every sign is still there, comments among them.
        expect(signsOf(after)).toBe(signsOf(text))
        expect(after.endsWith('\n')).toBe(text.endsWith('\n'))
      }),
      { numRuns: 60 },
    )
  })

  test.each<[string, string, number, number, string]>([
    ['down', 'r:\n  - a # first\n  - b\n  - c\n', 0, 1, 'r:\n  - b\n  - a # first\n  - c\n'],
    ['up', 'r:\n- a\n- b\n- c # last\nmode: rule\n', 2, 0, 'r:\n- c # last\n- a\n- b\nmode: rule\n'],
    ['to the end of a text without a line end', 'r:\n- a\n- b', 0, 1, 'r:\n- b\n- a'],
    ['from there', 'r:\n- a\n- b', 1, 0, 'r:\n- b\n- a'],
    ['in CRLF', 'r:\r\n- a\r\n- b', 1, 0, 'r:\r\n- b\r\n- a'],
    [
      'over lines',
      'g:\n  - name: A\n    type: x\n  - {name: B}\n',
      0,
      1,
      'g:\n  - {name: B}\n  - name: A\n    type: x\n',
    ],
    ['in brackets', 'r: [a, "b, c", d]\n', 2, 0, 'r: [d, a, "b, c"]\n'],
    // A comment above one item is about that item; above several it is their heading.
    ['its own comment', 'r:\n  # about a\n  - a\n  # about b\n  - b\n', 1, 0, 'r:\n  # about b\n  - b\n  # about a\n  - a\n'], // oxfmt-ignore
    ['not a heading', 'r:\n  # both\n  - a\n  - b\n  - c\n', 0, 1, 'r:\n  # both\n  - b\n  - a\n  - c\n'],
  ])('%s', (_, before, from, to, after) => {
    expect(moved(before, [before[0]!], from, to)).toBe(after)
  })

  test('in JSON comments on its line go with it, and commas stay between', () => {
    const text = '{"r": [\n  {"a": 1}, // one\n  // two\n  {"b": 2}\n]}\n'
    expect(moved(text, ['r'], 1, 0, 'json')).toBe('{"r": [\n  // two\n  {"b": 2},\n  {"a": 1} // one\n]}\n')
  })

  test('an anchor stays before its alias', () => {
    expect(moved('r:\n- &a {x: 1}\n- *a\n- b\n', ['r'], 1, 0)).toBe('anchor-used')
    expect(moved('r:\n- &a {x: 1}\n- *a\n- b\n', ['r'], 2, 1)).toBe('r:\n- &a {x: 1}\n- b\n- *a\n')
  })

  test.each<[string, DocumentPath]>([
    ['path-missing', ['x']],
    ['not-a-list', ['m']],
  ])('refused: %s', (reason, path) => {
    expect(moved('m: 1\n', path, 0, 1)).toBe(reason)
  })
})

/** Maps of two pairs and more whose keys are all different, without merges. */
function mapsIn(node: DocumentNode | undefined, path: DocumentPath = []): DocumentPath[] {
  if (node === undefined || node.kind === 'alias' || node.kind === 'scalar') return []
  if (node.kind === 'list') return node.items.flatMap(({ value }, index) => mapsIn(value, [...path, index]))
  const keys = node.pairs.map(({ key }) => resolved(key)).flatMap((key) => (key.kind === 'scalar' ? [key.text] : []))
  const isPlain = new Set(keys).size === node.pairs.length && !keys.includes('<<')
  const inner = node.pairs.flatMap(({ value }, index) => (isPlain ? mapsIn(value, [...path, keys[index]!]) : []))
  return isPlain && keys.length > 1 ? [path, ...inner] : inner
}

describe('a key that moves', () => {
  test.each(FIXTURES)('in $name takes its text along, and nothing else changes', ({ name, text }) => {
    const document = open(name, text)
    const paths = mapsIn(document.root)
    if (paths.length === 0) return
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (which, first, second) => {
        const path = paths[which % paths.length]!
        const pairs = Object.entries(valueOf(findNode(document.root, path)!) as object)
        const node = resolved(findNode(document.root, path)!)
        const keys = node.kind === 'map' ? node.pairs.map(({ key }) => text.slice(key.start, key.end)) : []
        const [from, to] = [first % keys.length, second % keys.length]
        const result = movePair(document, path, from, to)
        if ('refused' in result) {
          expect(result.refused).toBe('anchor-used')
          return
        }
        const after = applyEdits(text, result.edits)
        const reopened = open(name, after)
        expect({ after, issue: reopened.issue }).toEqual({ after, issue: undefined })
        const map = resolved(findNode(reopened.root, path)!)
        if (map.kind !== 'map') throw new Error(after)
        const expected = keys.toSpliced(from, 1).toSpliced(to, 0, keys[from]!)
        expect(map.pairs.map(({ key }) => after.slice(key.start, key.end))).toEqual(expected)
        expect(valueOf(map)).toEqual(Object.fromEntries(pairs))
        expect(signsOf(after)).toBe(signsOf(text))
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['down, with its comment', 'a: 1 # one\nb: 2\nc: 3\n', 0, 2, 'b: 2\nc: 3\na: 1 # one\n'],
    ['up, with what is below it', 'a: 1\nb:\n  - x\n  - y\n', 1, 0, 'b:\n  - x\n  - y\na: 1\n'],
    ['that has no value', 'a:\nb: 2\n', 0, 1, 'b: 2\na:\n'],
    ['in brackets', '{a: 1, b: [2, 3], c: 4}\n', 2, 0, '{c: 4, a: 1, b: [2, 3]}\n'],
    ['in a list of maps', '- name: x\n  type: y\n  z: 1\n', 2, 1, '- name: x\n  z: 1\n  type: y\n'],
    ['to the place behind a dash', '- name: x\n  type: y\n', 1, 0, '- type: y\n  name: x\n'],
  ])('%s', (_, text, from, to, expected) => {
    const document = openDocument(text, { format: 'yaml' })
    const path = text.startsWith('-') ? [0] : []
    const result = movePair(document, path, from, to)
    expect('edits' in result ? applyEdits(text, result.edits) : result.refused).toBe(expected)
  })
})
