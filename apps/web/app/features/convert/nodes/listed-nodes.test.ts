import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Converter } from '@switchyard/recipe'
import {
  buildRequest, cloneNode, EMPTY_RECIPE, keepDuplicate, newStep, withStepAdded, deleteNodes, renameNodes, replaceLink, restoreNodes, setDisabled,
  OUTPUTS, withAddedNode, withCommon, withOutput, withText, type NodeBase, type Recipe, ADDED_SOURCE, textOf,
} from '@switchyard/recipe/model' // oxfmt-ignore
import type { ListedNode } from '../../../components/node-grid/listed-node.ts'
import { runNow } from '../../../components/node-grid/grid/slices.ts'
import { hasIssue } from '../../../components/node-grid/filter/row-matcher.ts'
import { FIRST_STATE } from '../../../components/engine/desk-state.ts'
import { countProblems } from '../session/problems.ts'
import { createNodeList } from '../../../components/node-list/listed-nodes.ts'
import { countOf, OUTCOMES, segmentsOf, type Outcome } from './track-segments.ts'

const BUCKET: Readonly<Record<ListedNode['state'], Outcome>> = {
  kept: 'output', duplicate: 'duplicates', excluded: 'excluded', disabled: 'disabled', deleted: 'deleted',
  refused: 'refused', 'to-fetch': 'toFetch', skipped: 'skipped',
} // oxfmt-ignore

const list = (recipe: Recipe) => {
  const desk = new Converter()
  for (const { id, name, text } of recipe.sources) desk.read(id, name, text)
  const request = buildRequest(recipe, 'zh-CN', '')
  const result = desk.build(request)
  const { counts, outcomes, error } = result
  const listed = runNow(
    createNodeList()({
      rows: desk.rows(request),
      others: desk.others(request),
      outcomes: new Map(outcomes.map((outcome) => [outcome.key, outcome])),
      names: new Map(recipe.sources.map(({ id, name }) => [id, name || id])),
      fresh: new Set(),
      repeats: ({ line, source }) => `${source ?? ''}${line}`,
    }),
  )
  return { result, counts, listed, isComplete: error === undefined }
}

const trojan = (name: string, server: string) => `trojan://pw@${server}.example.com:443#${name}`
const LINES = [
  ...['A', 'B'].flatMap((name) => ['x', 'y'].map((server) => trojan(name, server))),
  'vless://11111111-1111-4111-8111-111111111111@v.example.com:443?security=tls&sni=a#V',
  'vless://11111111-1111-4111-8111-111111111111@v.example.com:0#port',
  'ss://YWVzLTI1Ni1nY206cHc@h.example.com:8388#S',
  'ss://bm8tc3VjaC1jaXBoZXI6cHc@h.example.com:8388#cipher',
  'trojan://pw@info.example.com:443#剩余流量：10GB',
  'words that are no link',
  'https://sub.example.com/a?token=x',
  '# a comment',
]

const edit = fc.oneof(
  fc.record({ kind: fc.constantFrom('remove', 'restore', 'off', 'on', 'keep', 'clone'), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('rename'), at: fc.nat(20), name: fc.constantFrom('A', 'B', 'new') }),
  fc.record({ kind: fc.constant('replace'), at: fc.nat(20), link: fc.constantFrom(...LINES) }),
  fc.record({ kind: fc.constant('add'), at: fc.nat(3) }),
  fc.record({ kind: fc.constant('type'), line: fc.constantFrom(...LINES) }),
  fc.record({ kind: fc.constant('target'), to: fc.constantFrom(...OUTPUTS) }),
  fc.record({ kind: fc.constant('keep-all') }),
  fc.record({ kind: fc.constant('take-out-repeats') }),
  fc.record({ kind: fc.constant('undo') }),
)

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function edited(recipe: Recipe, given: Edit): Recipe {
  const keys = list(recipe).listed.map(({ id }) => id)
  const key = 'at' in given ? keys[given.at % Math.max(1, keys.length)] : undefined
  const isNode = key !== undefined && !key.includes('|skipped|')
  switch (given.kind) {
    case 'type':
      return 'line' in given ? withText(recipe, `${textOf(recipe)}\n${given.line}`) : recipe
    case 'target':
      return 'to' in given ? withOutput(recipe, given.to) : recipe
    case 'keep-all':
      return withCommon(recipe, { keepDuplicates: !recipe.common.keepDuplicates })
    case 'take-out-repeats':
      return withStepAdded(recipe, newStep('unique', String(recipe.steps.length)))
    case 'add':
      return 'at' in given ? withAddedNode(recipe, addedNode(443 + given.at)) : recipe
    case 'rename':
      return isNode && 'name' in given ? renameNodes(recipe, { [key]: given.name }) : recipe
    case 'replace':
      return isNode && 'link' in given ? replaceLink(recipe, key, given.link) : recipe
    default:
      return isNode ? editedRow(recipe, key, given.kind) : recipe
  }
}

function editedRow(recipe: Recipe, key: string, kind: string): Recipe {
  switch (kind) {
    case 'remove':
      return deleteNodes(recipe, [key])
    case 'restore':
      return restoreNodes(recipe, [key])
    case 'off':
    case 'on':
      return setDisabled(recipe, [key], kind === 'off')
    case 'keep':
      return keepDuplicate(recipe, [key])
    case 'clone':
      return cloneNode(recipe, key)
    default:
      return recipe
  }
}

const addedNode = (port: number) =>
  ({ type: 'trojan', name: 'A', server: 'x.example.com', port, password: 'pw' }) satisfies NodeBase & {
    password: string
  }

test('rows and track count the same, whatever the text is and whatever is done to it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 12 }),
      fc.array(edit, { maxLength: 8 }),
      (lines, edits) => {
        const history = [withText(EMPTY_RECIPE, lines.join('\n'))]
        for (const one of edits) {
          if (one.kind === 'undo') history.length = Math.max(1, history.length - 1)
          else history.push(edited(history.at(-1)!, one))
          const { counts, listed, isComplete } = list(history.at(-1)!)
          expect(listed).toHaveLength(counts.entries)
          const segments = segmentsOf(counts, isComplete)
          expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(counts.entries)
          if (!isComplete) continue
          const rows = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]))
          for (const { state } of listed) rows[BUCKET[state]]!++
          expect(rows).toEqual(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(counts, outcome)])))
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('the entries to check are as many as the problems, and all missing rule lists are one problem more', () => {
  const differing = trojan('A', 'x').replace('pw', 'other')
  const unchecked = 'trojan://pw@u.example.com:443?allowInsecure=1#U'
  const ofOtherType = 'tuic://11111111-1111-4111-8111-111111111111:pw@t.example.com:443?allow_insecure=1#T'
  const text = [...LINES, differing, unchecked, ofOtherType].join('\n')
  const { result, listed } = list(withOutput(withText(EMPTY_RECIPE, text), 'clash'))
  const { lists } = FIRST_STATE
  expect(listed.filter(hasIssue).map(({ state }) => state)).toEqual([
    'refused', 'skipped', 'refused', 'skipped', 'duplicate', 'kept', 'refused',
  ]) // oxfmt-ignore
  expect(countProblems({ result, lists: { ...lists, asking: { 'lists.example': 10 } } })).toBe(7)
  expect(countProblems({ result, lists: { ...lists, waiting: 10 } })).toBe(7)
  expect(countProblems({ result, lists })).toBe(8)
})

test('a row says its line, that within a decoded body too, and what it repeats', () => {
  const body = btoa([trojan('A', 'x'), trojan('B', 'x'), trojan('A', 'x')].join('\n'))
  expect(list(withText(EMPTY_RECIPE, body)).listed.map(({ line, reason }) => [line, reason])).toEqual([
    ['1', undefined],
    ['2', undefined],
    ['3', '1'],
  ])
  const yaml = [
    'proxies:',
    '  - name: Y',
    '    type: trojan',
    '    server: y.example.com',
    '    port: 443',
    '    password: pw',
  ]
  expect(list(withText(EMPTY_RECIPE, yaml.join('\n'))).listed.map(({ line }) => line)).toEqual(['2'])
})

test('with several sources the initial of the source stands before the line', () => {
  const text = withText(EMPTY_RECIPE, trojan('A', 'x'))
  const { listed } = list(withAddedNode(text, addedNode(443)))
  expect(listed.map(({ line, state, reason }) => [line, state, reason])).toEqual([
    ['t1', 'kept', undefined],
    [`${ADDED_SOURCE[0]}1`, 'duplicate', 'text1'],
  ])
})
