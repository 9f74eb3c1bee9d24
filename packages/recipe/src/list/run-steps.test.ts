import { expect, test } from 'vitest'
import type { Step } from '../model/step.ts'
import { runSteps, type StepEntry } from './run-steps.ts'

type Given = string | { name: string; type?: string; server?: string; port?: number; source?: string }
type Bare = Step extends infer S ? (S extends Step ? Omit<S, 'id'> : never) : never

const entry = (given: Given, index: number): StepEntry => {
  const {
    name,
    type = 'trojan',
    server = `s${index}.example.com`,
    port = 443,
    source = 'airport',
  } = typeof given === 'string' ? { name: given } : given
  return { key: `${index}`, source, name, node: { type, name, server, port, password: 'p', tls: {} } as never }
}
const run = (names: readonly Given[], ...steps: Bare[]) => {
  const withId = (step: Bare, index: number): Step => ({ ...step, id: `${index}` })
  const all = steps.map(withId)
  const { entries, counts } = runSteps(names.map(entry), all, 'zh-CN')
  return {
    names: entries.filter(({ takenOut }) => !takenOut).map(({ name }) => name),
    changed: counts.map(({ changed }) => changed),
    unusable: counts.map(({ unusable }) => unusable),
    entries,
  }
}

const MIXED = ['香港 01', 'Tokyo 2', 'US 10', '剩余流量：10 GB', 'Tokyo 10']

test.each<[what: string, step: Bare, names: string[], changed: number]>([
  ['leaves out what fits', { kind: 'filter', keeps: false, match: { name: 'tokyo' } }, ['香港 01', 'US 10', '剩余流量：10 GB'], 2],
  ['keeps only what fits', { kind: 'filter', keeps: true, match: { region: 'JP' } }, ['Tokyo 2', 'Tokyo 10'], 3],
  ['leaves out what is no node', { kind: 'filter', keeps: false, match: { info: true } }, ['香港 01', 'Tokyo 2', 'US 10', 'Tokyo 10'], 1],
  ['takes nothing out while it says nothing', { kind: 'filter', keeps: true, match: {} }, MIXED, 0],
  ['replaces every hit', { kind: 'replace', pattern: '(\\d+)$', to: '#$1' }, ['香港 #01', 'Tokyo #2', 'US #10', '剩余流量：10 GB', 'Tokyo #10'], 4],
  ['keeps the nodes of several regions', { kind: 'filter', keeps: true, match: { region: 'JP,US' } }, ['Tokyo 2', 'US 10', 'Tokyo 10'], 2],
  ['replaces in what fits alone', { kind: 'replace', pattern: ' ', to: '-', match: { region: 'US' } }, ['香港 01', 'Tokyo 2', 'US-10', '剩余流量：10 GB', 'Tokyo 10'], 1],
  ['keeps a name that would be empty', { kind: 'replace', pattern: '.+', to: '' }, MIXED, 0],
  ['names by a template', { kind: 'name', template: '{place}-{n:02}', match: { info: false } }, ['香港-01', '日本-01', '美国-01', '剩余流量：10 GB', '日本-02'], 4],
  ['sorts numbers by their value', { kind: 'sort', by: 'name', isDescending: false }, ['Tokyo 2', 'Tokyo 10', 'US 10', '剩余流量：10 GB', '香港 01'], 3],
  ['sorts backwards, what has no value last', { kind: 'sort', by: 'region', isDescending: true }, ['US 10', 'Tokyo 2', 'Tokyo 10', '香港 01', '剩余流量：10 GB'], 4],
  ['puts flags', { kind: 'flag', adds: true, match: { region: 'JP' } }, ['香港 01', '🇯🇵 Tokyo 2', 'US 10', '剩余流量：10 GB', '🇯🇵 Tokyo 10'], 2],
  ['puts text around names', { kind: 'affix', before: 'A ', behind: ' Z', match: { name: 'US' } }, ['香港 01', 'Tokyo 2', 'A US 10 Z', '剩余流量：10 GB', 'Tokyo 10'], 1],
  ['says the region', { kind: 'region', region: 'SG', match: { name: '^US' } }, ['香港 01', 'Tokyo 2', '🇸🇬 US 10', '剩余流量：10 GB', 'Tokyo 10'], 1],
])('a step %s, and says how many entries it changed', (_, step, names, changed) => {
  expect(run(MIXED, step)).toMatchObject({ names, changed: [changed] })
}) // oxfmt-ignore

test('flags are taken away, and a text in front stands behind a flag', () => {
  expect(run(['🇯🇵 Tokyo', 'US'], { kind: 'flag', adds: false })).toMatchObject({ names: ['Tokyo', 'US'], changed: [1] })
  expect(run(['🇯🇵 Tokyo'], { kind: 'affix', before: 'A ', behind: '' }).names).toEqual(['🇯🇵 A Tokyo'])
})

test('a property is set where the protocol has it', () => {
  const { entries, changed } = run(['a', { name: 'b', type: 'http' }], {
    kind: 'set',
    field: 'fingerprint',
    value: 'chrome',
  })
  expect([entries[0]!.node, changed]).toMatchObject([{ tls: { fingerprint: 'chrome' } }, [1]])
})

test.each([
  ['name', ['a', 'b'], 1],
  ['address', ['a'], 2],
  ['node', ['a', 'b'], 1],
] as const)('of entries with the same %s the first stays', (by, names, changed) => {
  const same = { server: 'same.example.com' }
  expect(run([{ ...same, name: 'a' }, { ...same, name: 'b', port: 443, type: 'http' }, { ...same, name: 'a' }], { kind: 'unique', by })).toMatchObject({ names, changed: [changed] })
}) // oxfmt-ignore

test('steps follow each other, and what one took out the next does not see', () => {
  const { names, changed } = run(
    ['HK 1', 'HK 2', 'JP 1'],
    { kind: 'filter', keeps: false, match: { name: '1' } },
    { kind: 'replace', pattern: 'HK', to: 'JP' },
    { kind: 'name', template: '{region}-{n}', disabled: true },
    { kind: 'affix', before: 'x ', behind: '', match: { region: 'JP' } },
  )
  expect([names, changed]).toEqual([['x JP 2'], [2, 1, 0, 1]])
})

test('two steps in the other order do something else', () => {
  const first: Bare = { kind: 'replace', pattern: '(?i)hk', to: 'JP' }
  const second: Bare = { kind: 'filter', keeps: false, match: { region: 'HK' } }
  expect(run(['HK 1', 'US 2'], first, second)).toMatchObject({ names: ['JP 1', 'US 2'], changed: [1, 0] })
  expect(run(['HK 1', 'US 2'], second, first)).toMatchObject({ names: ['US 2'], changed: [1, 0] })
})

test.each<[Bare, string]>([
  [{ kind: 'replace', pattern: '(', to: '' }, 'regex-syntax'],
  [{ kind: 'name', template: '{city}' }, 'template'],
  [{ kind: 'region', region: 'Japan' }, 'region'],
])('%o changes nothing and says why', (step, reason) => {
  expect(run(MIXED, step)).toMatchObject({ names: MIXED, changed: [0], unusable: [reason] })
})
