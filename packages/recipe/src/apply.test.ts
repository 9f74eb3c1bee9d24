import { expect, test } from 'vitest'
import { parseNodes } from '@switchyard/convert'
import type { ServiceName } from '@switchyard/convert/services'
import { apply, ApplyError } from './apply.ts'
import { EMPTY_RECIPE, type Recipe, withCommon } from './model/recipe.ts'
import { replaceLink, withEdits } from './model/changes/change-nodes.ts'
import { newStep } from './model/step.ts'
import type { Step } from './model/step.ts'

const link = (name: string, host = name.toLowerCase()) => `trojan://pw@${host}.example.com:443#${name}`
const TEXT = [
  '# list',
  link('A'),
  link('B'),
  link('A'),
  link('C'),
  link('D'),
  'nothing://x',
  link('剩余流量：1GB', 'info'),
].join('\n')
const recipe = (change: Partial<Recipe> = {}): Recipe => ({
  ...withCommon(EMPTY_RECIPE, { template: 'minimal' }),
  sources: [
    { id: 's1', kind: 'text', name: 'Pasted', text: TEXT, enabled: true },
    {
      id: 's2',
      kind: 'url',
      name: 'Airport',
      text: '',
      url: 'https://sub.example.com/x',
      prefix: 'Air ',
      enabled: true,
    },
  ],
  ...change,
})
const texts = new Map([['s2', { text: link('E'), subscription: { total: 5 } }]])
const keyOf = (name: string) => `s1|trojan|${name.toLowerCase()}.example.com|443|${name}`
const drop = { ...newStep('filter', 'f'), match: { name: '^C$' } } as Step

function adds({ entries, comments, nodes, skipped, duplicates, excluded, disabled, deleted, refused, output }: ReturnType<typeof apply>['report']) {
  expect(entries).toBe(nodes + skipped + comments)
  expect(nodes).toBe(duplicates + excluded + disabled + deleted + refused + output)
} // oxfmt-ignore

test('a text brings a prefix for its names, and the one that the recipe says wins', () => {
  const names = (given: Recipe) =>
    apply(given, { texts: new Map([['s2', { text: link('E'), prefix: 'B ' }]]) }).rows.map(
      ({ outputName }) => outputName,
    )
  expect(names(recipe())).toContain('Air E')
  const withoutOwn = recipe().sources.map(({ prefix: _own, ...source }) => source)
  expect(names(recipe({ sources: withoutOwn }))).toContain('B E')
})

test('every entry is in one number, those that steps and the user took out too', () => {
  const given = withEdits(recipe({ steps: [drop] }), { deleted: [keyOf('B')], disabled: [keyOf('D')] })
  const { report, rows, steps, text } = apply(given, { texts })
  expect(report).toMatchObject({
    entries: 9, comments: 1, skipped: 1, nodes: 7, duplicates: 1, excluded: 1, disabled: 1, deleted: 1, refused: 0, output: 3,
    subscription: { total: 5 },
  }) // oxfmt-ignore
  adds(report)
  expect(steps).toEqual([{ id: 'f', changed: 1 }])
  expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['A', 'output'], ['A', 'duplicate'], ['C', 'excluded'], ['D', 'disabled'], ['剩余流量：1GB', 'output'], ['Air E', 'output'],
  ]) // oxfmt-ignore
  expect(text).toContain('name: "Air E",')
  expect(text).not.toMatch(/name: [BCD],/)
})

test('services that were chosen have their groups and rules, whatever the template routes by itself', () => {
  const groupsOf = (services?: readonly ServiceName[]) =>
    apply(withCommon(recipe(), services ? { services } : {}), { texts }).text?.match(/name: (?:AI|Netflix)\b/g) ?? []
  expect(groupsOf()).toEqual([])
  expect(groupsOf(['netflix', 'ai'])).toEqual(['name: AI', 'name: Netflix'])
})

test('what a step took out is told with its number', () => {
  const { report } = apply(
    recipe({
      steps: [
        { ...drop, disabled: true },
        { ...drop, id: 'g' },
      ],
    }),
    { texts },
  )
  expect(report.issues.filter(({ code }) => code === 'excluded')).toMatchObject([
    { source: 'Pasted', line: 5, node: 'C', kept: false, args: { step: 2 } },
  ])
})

test('an edit of one entry stands above the steps, and finds it when the text has other lines', () => {
  const steps: Step[] = [{ kind: 'affix', id: 'a', before: 'x-', behind: '' }]
  const given = withEdits(recipe({ steps }), { names: { [keyOf('B')]: 'Mine' } })
  const later = new Map([['s1', `${link('New')}\n\n${link('B')}`]])
  expect(apply(given, { texts: later }).rows.map(({ name }) => name)).toEqual(['x-New', 'Mine'])
})

test('the link of an entry is replaced, and a broken one leaves the entry as it is read', () => {
  const replaced = (to: string) => replaceLink(recipe(), keyOf('B'), to)
  expect(apply(replaced('ss://YWVzLTI1Ni1nY206cHc@new.example.com:8388#N'), { texts }).text).toContain(
    'server: new.example.com',
  )
  expect(apply(replaced('ss://broken'), { texts }).text).toContain('server: b.example.com')
})

test('a recipe that gives nothing says why, with every entry in the report', () => {
  const none = recipe({ steps: [{ kind: 'filter', id: 'f', keeps: true, match: { name: 'nobody' } }] })
  const error = (() => {
    try {
      apply(none, { texts })
    } catch (error) {
      return error
    }
    return undefined
  })()
  expect(error).toBeInstanceOf(ApplyError)
  const { cause, report } = error as ApplyError
  expect([cause.code, report.excluded, report.output]).toEqual(['no-nodes', 7, 0])
  adds(report)
})

test('an edited node that lacks what its protocol needs is refused with the field, and the others are written', () => {
  const { node } = parseNodes(link('B')).nodes[0]!
  const { server: _, ...edited } = node
  const nodes = { [keyOf('B')]: { node: edited as typeof node } }
  const { report, rows, text } = apply(withEdits(recipe(), { nodes }), { texts })
  adds(report)
  expect(report).toMatchObject({ refused: 1 })
  const issue = { code: 'missing-field', field: 'server', kept: false, node: 'B', source: 'Pasted', line: 3 }
  expect(report.issues).toContainEqual(expect.objectContaining(issue))
  expect(rows.find(({ name }) => name === 'B')).toMatchObject({ outcome: 'refused' })
  expect(text).not.toContain('"B"')
  expect(text).toContain('c.example.com')
})

test('an edited node whose part is of another kind is an issue, also where it is switched off', () => {
  const { node } = parseNodes(link('B')).nodes[0]!
  const edited = { ...node, tls: 'yes', transport: 7 } as unknown as typeof node
  const edits = { nodes: { [keyOf('B')]: { node: edited } } }
  const refused = apply(withEdits(recipe(), edits), { texts }).report
  expect(refused.issues).toContainEqual(expect.objectContaining({ code: 'bad-value', field: 'tls', kept: false }))
  const off = apply(withEdits(recipe(), { ...edits, disabled: [keyOf('B')] }), { texts }).report
  expect(off).toMatchObject({ refused: 0, disabled: 1 })
  adds(off)
})

test.each<[string, Record<string, unknown>, string, boolean]>([
  ['a field that no protocol has', { colour: 'red' }, 'field-ignored colour', true],
  ['a field of the wrong kind', { port: '443' }, 'bad-value port', false],
  ['a part of the wrong kind', { tls: 5 }, 'bad-value tls', false],
  ['a protocol that nobody has', { type: 'quake' }, 'type-unsupported type', false],
])('fields that a file was given by hand are read as a node is: %s', (_, to, said, kept) => {
  const type = 'trojan'
  const edits = { nodes: { [keyOf('B')]: { from: { type }, to: { type, ...to } } } }
  const { report, rows, text } = apply(withEdits(recipe(), edits), { texts })
  adds(report)
  const became = rows.find(({ name }) => name === 'B')!.outcome
  expect(became).toBe(kept ? 'output' : said.startsWith('type-unsupported') ? 'excluded' : 'refused')
  const reported = report.issues.filter(({ node }) => node === 'B')
  expect(reported.map(({ code, field, kept }) => [`${code} ${field}`, kept])).toContainEqual([said, kept])
  expect(text.includes('b.example.com')).toBe(kept)
  expect(text).not.toContain('colour')
  expect(text).toContain('c.example.com')
})

test('a record that a person added and that is no node is refused with the field, and counted', () => {
  const text = '{"type":"trojan","name":"X","server":"x.example.com","port":443}\n'
  const added = { id: 'added', kind: 'added', name: 'Added', text, enabled: true } as const
  const given = recipe()
  const { report } = apply({ ...given, sources: [...given.sources, added] }, { texts })
  adds(report)
  expect(report).toMatchObject({ refused: 1 })
  expect(report.issues).toContainEqual(expect.objectContaining({ code: 'missing-field', field: 'password', node: 'X' }))
})
