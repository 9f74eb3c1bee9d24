import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readYaml } from '../text/yaml.ts'
import { isRecord } from '../text/record.ts'
import {
  type DocumentNode, type DocumentPath, fieldsOf, findNode, keyText, type MapNode, resolved, scalarValue, valueOf,
} from './document-node.ts' // oxfmt-ignore
import {
  copyAlias, type EditResult, insertItems, insertPair, removeAt, removeItems, renameKey, replaceValue, rewriteTexts,
  setValue,
} from './edit-document.ts' // oxfmt-ignore
import { openDocument, type OpenDocument } from './open-document.ts'
import { reopenDocument } from './reopen-document.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'

const FOLDER = new URL('fixtures/', import.meta.url)

/** 50 files of the kinds that people have, and one as long as the longest. */
const FIXTURES = [
  ...readdirSync(FOLDER)
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') })),
  { name: '51-twenty-thousand-rules.yaml', text: manyRules(20_000) },
]

function manyRules(count: number): string {
  const rules = Array.from(
    { length: count },
    (_, n) => `  - DOMAIN-SUFFIX,h${n}.list${n % 97}.example.com,Proxy # ${n}`,
  )
  return `mode: rule\nrules:\n${rules.join('\n')}\n  - MATCH,DIRECT\n`
}

function open(name: string, text: string): OpenDocument {
  return openDocument(text, { format: name.endsWith('.jsonc') ? 'json' : 'yaml' })
}

/** All nodes that stand in the text, with their paths; `isKey`: not keys. */
function nodesOf(
  root: DocumentNode | undefined,
): { node: DocumentNode; path: DocumentPath; parent: DocumentNode | undefined }[] {
  const found: { node: DocumentNode; path: DocumentPath; parent: DocumentNode | undefined }[] = []
  const walk = (node: DocumentNode, path: DocumentPath, parent: DocumentNode | undefined) => {
    found.push({ node, path, parent })
    if (node.kind === 'list') node.items.forEach((item, index) => walk(item.value, [...path, index], node))
    if (node.kind === 'map')
      for (const pair of node.pairs) {
        const key = keyText(pair)
        if (key !== undefined && fieldsOf(node).get(key) === pair) walk(pair.value, [...path, key], node)
      }
  }
  if (root !== undefined) walk(root, [], undefined)
  return found
}

describe('reading', () => {
  test.each(FIXTURES)('$name is read to its end, and every place is right', ({ name, text }) => {
    const document = open(name, text)
    expect(document.issue).toBeUndefined()
    for (const { node, parent } of nodesOf(document.root)) {
      const piece = text.slice(node.start, node.end)
      expect(node.from).toBeLessThanOrEqual(node.start)
      if (parent !== undefined && parent.kind !== 'alias') {
        expect(node.from).toBeGreaterThanOrEqual(parent.start)
        expect(node.end).toBeLessThanOrEqual(parent.end)
      }
      if (node.kind === 'alias') expect(piece).toMatch(/^\*\S+$/)
      else if (node.kind !== 'scalar') {
        if (node.isFlow) expect(piece[0] + piece.at(-1)!).toBe(node.kind === 'map' ? '{}' : '[]')
      } else if (node.style === 'double') expect(piece).toMatch(/^"[^]*"$/)
      else if (node.style === 'single') expect(piece).toMatch(/^'[^]*'$/)
      else if (node.style === 'plain' && !piece.includes('\n')) expect(piece).toBe(node.text)
      else if (node.style !== 'plain') expect(piece[0]).toMatch(/[|>]/)
    }
  })

  test.each(FIXTURES.filter(({ name }) => name.endsWith('.yaml')))(
    '$name says what other readers say',
    ({ name, text }) => {
      const { root } = open(name, text)
      // The reader of entries keeps spellings of numbers as texts, as the places do.
      const entries = readYaml(text)
      expect(entries.issue).toBeUndefined()
      if (root !== undefined) expect(texts(valueOf(root))).toEqual(texts(entries.documents[0]!.value))
      // `yaml` refuses a bracket in column 0 and a tab before a key.
      if (['08', '23', '51'].includes(name.slice(0, 2))) return
      const [reference] = parseAllDocuments(text, { merge: true, schema: 'core', uniqueKeys: false })
      if (root !== undefined && reference !== undefined && 'toJS' in reference)
        expect(texts(valueOf(root))).toEqual(texts(reference.toJS()))
    },
  )

  test.each(FIXTURES.filter(({ name }) => name.endsWith('.jsonc')))('$name says what JSON says', ({ name, text }) => {
    const bare = text
      .replace(/^\ufeff/, '')
      .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\//g, '$1')
      .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, '$1')
    expect(valueOf(open(name, text).root!)).toEqual(JSON.parse(bare))
  })

  test('a map in brackets may be the key of one without', () => {
    const text = 'a: {x: [{b: 1}: c, d], y: {{z: 1}: 2}}\ne: f\n'
    const places = nodesOf(open('x.yaml', text).root).map(({ node }) => text.slice(node.start, node.end))
    expect(places.slice(1)).toEqual([
      '{x: [{b: 1}: c, d], y: {{z: 1}: 2}}', '[{b: 1}: c, d]', '{b: 1}: c', 'd', '{{z: 1}: 2}', 'f',
    ]) // oxfmt-ignore
  })

  test('a place is told as line and column, in UTF-16 units', () => {
    const document = open('a.yaml', 'a: 1\r\n"🚀": [x, 🚀, y]\n')
    const node = findNode(document.root, ['🚀', 1])!
    expect(document.positionOf(node.start)).toEqual({ line: 2, column: 11 })
  })

  test.each([
    ['a: *b\n', 'unidentified-alias', 3],
    ['a: &a [1, *a]\n', 'alias-circle', 10],
    [`a0: &a0 [${'x,'.repeat(99)}]\n${[1, 2, 3, 4].map((n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(99)}]\n`).join('')}`, 'too-many-aliases', undefined], // oxfmt-ignore
    ['a: [1\nb: 2\n', 'syntax', 3],
  ])('%j is no document: %s', (text, reason, at) => {
    const { issue } = openDocument(text, { format: 'yaml' })
    expect(issue).toMatchObject({ code: 'bad-yaml', reason })
    if (at !== undefined) expect(issue!.start).toBe(at)
  })

  test.each([
    ['', 'value', 0],
    ['{"a": 1,, }', 'key', 8],
    ['{"a" 1}', 'colon', 5],
    ['[1 2]', 'comma', 3],
    ['{"a": "x\n"}', 'string', 6],
    ['["\\x"]', 'string', 2],
    ['["a\u0001"]', 'control-character', 3],
    ['[tru]', 'value', 1],
    ['[01]', 'comma', 2],
    ['{} x', 'behind', 3],
    ['{} /* x', 'comment', 3],
    ['['.repeat(101), 'depth', 100],
  ])('%j is no JSON: %s', (text, reason, start) => {
    expect(openDocument(text, { format: 'json' }).issue).toMatchObject({ code: 'bad-json', reason, start })
  })

  test('what is larger than the limits is told, not read', () => {
    expect(openDocument('a: 1', { format: 'yaml', maxLength: 3 }).issue).toMatchObject({ code: 'too-large', most: 3 })
    expect(openDocument('[1,2,3]', { format: 'json', maxNodes: 2 }).issue).toMatchObject({ reason: 'too-many-nodes' })
    expect(openDocument('[1,2,3]', { format: 'yaml', maxNodes: 2 }).issue).toMatchObject({ reason: 'too-many-nodes' })
  })
})

/** Numbers, booleans and null as the texts that they are made of, so that only what is text or not may differ. */
function texts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(texts)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, texts(one)]))
  if (typeof value !== 'string') return value
  const number = Number(value)
  if (/^(?:0x[\da-f]+|0o[0-7]+|[-+]?[\d_.]+(?:e[-+]?\d+)?)$/i.test(value) && !Number.isNaN(number)) return number
  if (/^\.inf$/i.test(value)) return Infinity
  return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
}

const VALUES: unknown[] = [
  'DOMAIN,new.example.com,Proxy', 'a: b', '- x', '#', 'it\'s "quoted"', '🚀 节点', 'yes', '0123', '', 'line\nbreak', ' x',
  5, true, null, [], {}, ['a', { b: 1 }], { name: 'N', list: ['x', 'y'], inner: { deep: [] } },
] // oxfmt-ignore

interface Op {
  kind: 'insert-item' | 'insert-pair' | 'replace' | 'rename' | 'remove' | 'remove-some' | 'set' | 'copy'
  pick: number
  at: number
  value: unknown
}

const OP: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom('insert-item', 'insert-pair', 'replace', 'rename', 'remove', 'remove-some', 'set', 'copy'),
  pick: fc.nat(),
  at: fc.nat(30),
  value: fc.constantFrom(...VALUES),
})

/** The edit, and what the value of the whole document has to be after it; undefined where it does not fit. */
function planned(
  document: OpenDocument,
  op: Op,
): { result: EditResult; path: DocumentPath; change: (value: never) => unknown } | undefined {
  const all = nodesOf(document.root)
  const fitting = all.filter(({ node, path }) => {
    const kind = resolved(node).kind
    if (op.kind === 'insert-item' || op.kind === 'remove-some') return kind === 'list'
    if (op.kind === 'insert-pair') return kind === 'map'
    if (op.kind === 'copy') return node.kind === 'alias'
    if (op.kind === 'rename') return typeof path.at(-1) === 'string'
    return path.length > 0
  })
  const found = fitting[op.pick % fitting.length]
  if (found === undefined) return undefined
  const { path } = found
  const key = path.at(-1)!
  switch (op.kind) {
    case 'insert-item':
      return {
        path,
        result: insertItems(document, path, op.at, [op.value, 'second']),
        change: (list: unknown[]) => list.toSpliced(Math.min(op.at, list.length), 0, op.value, 'second'),
      }
    case 'insert-pair':
      return {
        path,
        result: insertPair(document, path, 'new key', op.value),
        change: (map: object) => ({ ...map, 'new key': op.value }),
      }
    case 'replace':
      return { path, result: replaceValue(document, path, op.value), change: () => op.value }
    case 'set':
      return { path: [], result: setValue(document, ['new', 'inner', 'x'], op.value), change: (map: object) => ({ ...map, new: { inner: { x: op.value } } }) } // oxfmt-ignore
    case 'rename':
      return {
        path: path.slice(0, -1),
        result: renameKey(document, path, 'renamed'),
        change: (map: object) =>
          Object.fromEntries(Object.entries(map).map(([one, value]) => [one === key ? 'renamed' : one, value])),
      }
    case 'remove':
      return {
        path: path.slice(0, -1),
        result: removeAt(document, path),
        change: (parent: object) =>
          Array.isArray(parent)
            ? parent.toSpliced(Number(key), 1)
            : Object.fromEntries(Object.entries(parent).filter(([one]) => one !== key)),
      }
    case 'remove-some': {
      const isGone = (index: number) => (op.at >> (index % 5)) % 2 === 1
      const list = resolved(findNode(document.root, path)!)
      const indexes = list.kind === 'list' ? list.items.flatMap((_, index) => (isGone(index) ? [index] : [])) : []
      return {
        path,
        result: removeItems(document, path, indexes),
        change: (items: unknown[]) => items.filter((_, index) => !isGone(index)),
      }
    }
    case 'copy':
      return { path, result: copyAlias(document, path), change: (value: unknown) => value }
  }
}

function changedAt(value: unknown, path: DocumentPath, change: (value: never) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return change(value as never)
  if (Array.isArray(value)) return value.with(Number(step), changedAt(value[Number(step)], rest, change))
  const map = value as Record<string, unknown>
  return { ...map, [step]: changedAt(map[step], rest, change) }
}

/** Comments of a text, in order. */
function comments(name: string, text: string): string[] {
  if (name.endsWith('.yaml')) return text.match(/(?<=^|\s)#.*/gm) ?? []
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/#.*|\/\/.*|\/\*[^]*?\*\//g) ?? []
}

describe('opening again', () => {
  const PIECES = {
    json: ['', '1', ',', '"a"', '"', '{', '}', '[', ']', ':', ' ', '\n', '// c\n', '/* c */', '#', 'true', '{"x": [1, 2], "y": "z"},', '"k": 3,'], // oxfmt-ignore
    yaml: [
      '', 'x', ' ', '  ', '\n', '\n\n', '\r', '\t', '- ', ': ', '? ', '#', ' # c', '"', "'", '[', ']', '{', '}', ', ', '|+\n', '>-\n', '&a ', '*a', '!t ',
      '\n- y', '\n  - y', '\n    - y', '\nk: v', '\n  k: v', '\n---\n', '\n...\n', '\n%TAG !e! tag:e,2:\n', '- y\n', '  - y\n', 'k: v\n', '  k: {v: 1}\n',
    ],
  } // oxfmt-ignore
  const editsOf = (pieces: readonly string[]) =>
    fc.array(
      fc.record({ at: fc.nat(100_000), gone: fc.constantFrom(0, 0, 0, 1, 2, 40), pieces: fc.array(fc.constantFrom(...pieces), { maxLength: 2 }) }), // oxfmt-ignore
      { maxLength: 6 },
    )

  /** Everything but what was looked up before. */
  function plain({ root, end, extras, issue, documents, aliases, text }: OpenDocument): unknown {
    return JSON.parse(JSON.stringify({ root, end, extras, issue, documents, aliases, text }, (key, value: unknown) => (key === 'fields' ? undefined : value))) // oxfmt-ignore
  }

  /** Every place at which an edit may begin, those at the edges of values more often. */
  function editsIn(
    document: OpenDocument,
    wanted: readonly { at: number; gone: number; pieces: string[] }[],
  ): TextEdit[] {
    const { text } = document
    const lineStarts = [...text.matchAll(/^/gm)].map(({ index }) => index)
    const edges = nodesOf(document.root).flatMap(({ node }) => [node.start, node.end, node.start + 1, node.end - 1])
    edges.push(...lineStarts)
    const edits: TextEdit[] = []
    for (const { at, gone, pieces } of wanted) {
      const from = at % 2 === 0 ? edges[at % edges.length]! : at % (text.length + 1)
      const to = Math.min(text.length, from + gone)
      const isApart = edits.every((edit) => edit.to < from || to < edit.from)
      if (isApart) edits.push({ from, to, text: pieces.join('') })
    }
    return edits
  }

  /** Each has its children many times, so that there is much between the places of edits. */
  const LONG = [
    ['list.yaml', `mode: rule # c\nrules:\n${'  - DOMAIN,a,B\n  # c\n  - "b: c"\n'.repeat(9)}dns: {a: [1, 2]}\n${numbered('t', 'v')}`],
    ['maps.yaml', `p:\n${'- {name: a}\n- name: b\n  x: |+\n   t\n\n  y: [1,\n   2]\n- - 1\n  - 2\n'.repeat(5)}g:\n- name: G\n  m:\n${'  - n\n'.repeat(9)}`],
    ['keys.yaml', `${numbered('a', '|+\n  t\n\n')}m:\n${numbered('  k', "'q'")}? x\n: y\n${numbered('z', '')}`],
    ['list.jsonc', `{"r": [${'{"a": [1, 2]}, /* c */ "b",\n'.repeat(9)}], # d\n${numbered('"k', '1,').replaceAll(':', '":')}}`],
  ].map(([name = '', text = '']) => ({ name, text })) // oxfmt-ignore

  function numbered(key: string, value: string): string {
    return Array.from({ length: 9 }, (_, n) => `${key}${n}: ${value}\n`).join('')
  }

  const ALL = [...FIXTURES.filter(({ name }) => !name.startsWith('51')), ...LONG]
  test.each(ALL)('$name after edits has the nodes that its new text has', ({ name, text }) => {
    const EDITS = editsOf(PIECES[name.endsWith('.jsonc') ? 'json' : 'yaml'])
    fc.assert(
      fc.property(EDITS, EDITS, (first, second) => {
        let document = open(name, text)
        for (const wanted of [first, second]) {
          if (document.root === undefined || document.issue !== undefined) return
          for (const { node } of nodesOf(document.root)) if (node.kind === 'map') fieldsOf(node)
          const after = reopenDocument(document, editsIn(document, wanted))
          expect(plain(after)).toEqual(plain(open(name, after.text)))
          document = after
        }
      }),
      { numRuns: Number(process.env['DOCUMENT_RUNS'] ?? 80) },
    )
  })

  test.each([
    ['x.jsonc', ',\n', '{"list": [\n', '\n], "last": [1, 2]}'],
    ['x.yaml', '\n- ', 'first: {}\nlist:\n- ', '\nlast: [1, 2]\n'],
  ])('a long list is not read again (%s)', (name, between, before, behind) => {
    const items = Array.from({ length: 2000 }, (_, n) => `{"a": "${n}"}`)
    const document = open(name, `${before}${items.join(between)}${behind}`)
    const list = findNode(document.root, ['list'])!
    const kept = list.kind === 'list' ? list.items.map(({ value }) => value) : []
    const at = document.text.indexOf('{"a": "1000"}')
    const after = reopenDocument(document, [{ from: at, to: at, text: `{"new": true}${between}` }])
    const found = findNode(after.root, ['list'])
    const now = found?.kind === 'list' ? found.items.map(({ value }) => value) : []
    expect(now.length).toBe(2001)
    // The neighbours of what is new, and the ends of what is old.
    expect(now.filter((node) => !kept.includes(node)).length).toBeLessThanOrEqual(7)
  })
})

describe('edits', () => {
  test.each(FIXTURES.filter(({ name }) => !name.startsWith('51')))(
    'change in $name what they say, and nothing else',
    ({ name, text }) => {
      const document = open(name, text)
      fc.assert(
        fc.property(OP, (op) => {
          if (document.root === undefined || (op.kind === 'set' && document.root.kind !== 'map')) return
          const plan = planned(document, op)
          if (plan === undefined || 'refused' in plan.result) return
          const { edits, follows } = plan.result
          const after = applyEdits(text, edits)
          const reopened = open(name, after)
          expect({ after, issue: reopened.issue }).toEqual({ after, issue: undefined })
          // A key that a merge lends comes back where the map's own one goes.
          const isOverride = ['rename', 'remove'].includes(op.kind) && text.includes('<<:')
          if (follows.length === 0 && !isOverride) {
            const expected = changedAt(valueOf(document.root), plan.path, plan.change)
            expect({ after, value: valueOf(reopened.root!) }).toEqual({ after, value: expected })
          }
          expect(reopened.documents).toBe(document.documents)
          // Only what is taken out or replaced takes comments with it.
          if (!['replace', 'remove', 'remove-some'].includes(op.kind) && !/[#/]/.test(String(op.value)))
            expect(comments(name, after)).toEqual(comments(name, text))
          const removed = edits.reduce((sum, { from, to }) => sum + to - from, 0)
          if (op.kind.startsWith('insert')) expect(removed).toBeLessThanOrEqual(4)
          // What stands there in CRLF stays so.
          if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
        }),
        { numRuns: Number(process.env['DOCUMENT_RUNS'] ?? 60) },
      )
    },
  )

  const RULES = 'rules:\n  - a # first\n  # about b\n  - b\n\n# end\nmode: rule\n'
  test.each<[string, (document: OpenDocument) => EditResult, string, string]>([
    [
      'an item on top',
      (d) => insertItems(d, ['rules'], 0, ['new']),
      RULES,
      'rules:\n  - new\n  - a # first\n  # about b\n  - b\n\n# end\nmode: rule\n',
    ],
    [
      'an item between',
      (d) => insertItems(d, ['rules'], 1, ['new']),
      RULES,
      'rules:\n  - a # first\n  - new\n  # about b\n  - b\n\n# end\nmode: rule\n',
    ],
    [
      'an item at the end',
      (d) => insertItems(d, ['rules'], 9, ['new']),
      RULES,
      'rules:\n  - a # first\n  # about b\n  - b\n  - new\n\n# end\nmode: rule\n',
    ],
    ['an item taken out', (d) => removeAt(d, ['rules', 0]), RULES, 'rules:\n  # about b\n  - b\n\n# end\nmode: rule\n'],
    ['the last item taken out', (d) => removeAt(d, ['r', 0]), 'r:\n  - a\n', 'r: []\n'],
    ['quotes of neighbours', (d) => insertItems(d, ['r'], 9, ['n,m']), "r:\n- 'a'\n", "r:\n- 'a'\n- 'n,m'\n"],
    [
      'braces of neighbours',
      (d) => insertItems(d, ['p'], 9, [{ name: 'b', port: 1 }]),
      'p:\n  - { name: a }\n',
      'p:\n  - { name: a }\n  - { name: b, port: 1 }\n',
    ],
    ['a question mark in brackets', (d) => insertItems(d, ['r'], 9, ['(?i)n']), 'r: [a]\n', 'r: [a, "(?i)n"]\n'],
    ['a question mark on its line', (d) => insertItems(d, ['r'], 9, ['(?i)n']), 'r:\n- a\n', 'r:\n- a\n- (?i)n\n'],
    ['no line end at the end', (d) => insertItems(d, ['r'], 9, ['b']), 'r:\n- a', 'r:\n- a\n- b'],
    [
      'a key without a value',
      (d) => insertItems(d, ['r'], 0, ['b']),
      'x:\n- a\nr: # none\n',
      'x:\n- a\nr: # none\n- b\n',
    ],
    [
      'a block below a key',
      (d) => setValue(d, ['dns', 'x', 'z'], [1]),
      'dns:\n    a: 1\n',
      'dns:\n    a: 1\n    x:\n        z:\n          - 1\n',
    ],
    [
      'a lent value',
      (d) => replaceValue(d, ['b', 'x'], 2),
      'a: &a {x: 1}\nb:\n  <<: *a\n',
      'a: &a {x: 1}\nb:\n  <<: *a\n  x: 2\n',
    ],
    ['a value in its quotes', (d) => replaceValue(d, ['a'], 'z'), "a: 'x' # c\n", "a: 'z' # c\n"],
    ['a key', (d) => renameKey(d, ['a', 'b'], 'c d'), 'a: {"b": 1}\n', 'a: {"c d": 1}\n'],
    ['an alias made a copy', (d) => copyAlias(d, ['b']), 'a: &a [x, z]\nb: *a\n', 'a: &a [x, z]\nb: [x, z]\n'],
  ])('%s', (_, edit, before, after) => {
    const result = edit(openDocument(before, { format: 'yaml' }))
    expect('edits' in result && applyEdits(before, result.edits)).toBe(after)
  })

  test.each<[string, (document: OpenDocument) => EditResult, string, string]>([
    [
      'an item of one line',
      (d) => insertItems(d, ['a'], 1, [{ x: [1] }]),
      '{"a":[{"b":1,"c":2}]}',
      '{"a":[{"b":1,"c":2},{"x":[1]}]}',
    ],
    [
      'an item on a line of its own',
      (d) => insertItems(d, ['a'], 1, [{ x: 1 }]),
      '{\n  "a": [\n    {"b": 1} // one\n  ]\n}\n',
      '{\n  "a": [\n    {"b": 1}, // one\n    {"x": 1}\n  ]\n}\n',
    ],
    [
      'an item over lines',
      (d) => insertItems(d, ['a'], 0, [{ x: 1 }]),
      '{\n\t"a": [\n\t\t{\n\t\t\t"b": 1\n\t\t}\n\t]\n}\n',
      '{\n\t"a": [\n\t\t{\n\t\t\t"x": 1\n\t\t},\n\t\t{\n\t\t\t"b": 1\n\t\t}\n\t]\n}\n',
    ],
    [
      'the last item taken out',
      (d) => removeAt(d, ['a', 1]),
      '{\n  "a": [\n    1, // one\n    2 // two\n  ]\n}\n',
      '{\n  "a": [\n    1 // one\n  ]\n}\n',
    ],
    ['a key taken out', (d) => removeAt(d, ['a']), '{"a": 1, "b": 2}', '{"b": 2}'],
  ])('in JSON: %s', (_, edit, before, after) => {
    const result = edit(openDocument(before, { format: 'json' }))
    expect('edits' in result && applyEdits(before, result.edits)).toBe(after)
  })

  test('texts are rewritten in their quotes, aliases of them follow', () => {
    const text = `a: &x "one" # first\n{two: three}: 1\n'k': [*x, one]\nb:\n  - one\n`
    const document = openDocument(text, { format: 'yaml' })
    const all = nodesOf(document.root).flatMap(({ node }) => (node.kind === 'scalar' ? [node] : []))
    const change = rewriteTexts(
      document,
      new Map(all.filter((node) => node.text === 'one').map((node) => [node, 'a: b'])),
    )
    expect(applyEdits(text, change.edits)).toBe(
      `a: &x "a: b" # first\n{two: three}: 1\n'k': [*x, "a: b"]\nb:\n  - "a: b"\n`,
    )
    expect(change.follows.map(({ start, end }) => text.slice(start, end))).toEqual(['*x'])
  })

  test.each<[string, (document: OpenDocument) => EditResult, string]>([
    ['a key with an alias is taken out', (d) => removeAt(d, ['b']), 'a: &a [x]\nc: *a\nd: [*a]\n'],
    ['an item that is an alias is taken out', (d) => removeAt(d, ['d', 0]), 'a: &a [x]\nb: *a\nc: *a\nd: []\n'],
    ['a key with an alias is renamed', (d) => renameKey(d, ['b'], 'z'), 'a: &a [x]\nz: *a\nc: *a\nd: [*a]\n'],
  ])('%s: other aliases stay what they are', (_, edit, after) => {
    const text = 'a: &a [x]\nb: *a\nc: *a\nd: [*a]\n'
    const result = edit(openDocument(text, { format: 'yaml' }))
    expect('edits' in result && [applyEdits(text, result.edits), result.follows]).toEqual([after, []])
  })

  test('what aliases share is told', () => {
    const text = 'a: &a [x]\nb: *a\nc: *a\n'
    const result = insertItems(openDocument(text, { format: 'yaml' }), ['b'], 1, ['z'])
    expect(result).toEqual({ edits: [{ from: 8, to: 8, text: ', z' }], follows: [{ start: 13, end: 15 }, { start: 19, end: 21 }] }) // oxfmt-ignore
  })

  test.each<[string, (document: OpenDocument) => EditResult, string]>([
    ['anchor-used', (d) => removeAt(d, ['a']), 'a: &a 1\nb: *a\n'],
    ['shared', (d) => removeAt(d, ['b', 'x']), 'a: &a {x: 1}\nb: {<<: *a}\n'],
    ['key-taken', (d) => insertPair(d, [], 'a', 2), 'a: 1\n'],
    ['key-taken', (d) => renameKey(d, ['a'], 'b'), 'a: 1\nb: 2\n'],
    ['path-missing', (d) => replaceValue(d, ['a', 'b'], 2), 'a: 1\n'],
    ['not-a-list', (d) => insertItems(d, ['a'], 0, [2]), 'a: 1\n'],
    ['not-a-map', (d) => insertPair(d, ['a'], 'b', 2), 'a: 1\n'],
  ])('refused: %s', (reason, edit, text) => {
    expect(edit(openDocument(text, { format: 'yaml' }))).toMatchObject({ refused: reason })
  })
})

test('a number is one only where it is spelled as one', () => {
  const { root } = openDocument('[1, -2, 1.5, 0, 012, 0x1, 1_0, "1", !!str 1, true, ~, yes]', { format: 'yaml' })
  const values = resolved(root!).kind === 'list' ? (root as { items: { value: DocumentNode }[] } & MapNode).items : []
  expect(values.map(({ value }) => (value.kind === 'scalar' ? scalarValue(value) : undefined))).toEqual([
    1, -2, 1.5, 0, '012', '0x1', '1_0', '1', '1', true, null, 'yes',
  ]) // oxfmt-ignore
})
