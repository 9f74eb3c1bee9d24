import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentNode, type DocumentPath, findNode, resolved, valueOf } from './document-node.ts'
import { moveItem } from './move-item.ts'
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
