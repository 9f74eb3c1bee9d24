import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withEdits, withText } from '@switchyard/recipe/model'
import { change, redo, startHistory, undo } from '../../../components/node-list/edit-history.ts'
import { cleared, EMPTY_MODEL, type History, type Model } from './model.ts'
import { keptSteps, readHistory, storedHistory } from './stored-history.ts'

const changed = (history: History, ...steps: ((model: Model) => Model)[]): History =>
  steps.reduce((history, step, index) => change(history, step(history.now), `step ${index}`, index), history)
const stored = (history: History): unknown => structuredClone(storedHistory(keptSteps(history)))
const text = (value: string) => (model: Model) => withText(model, value)
const removed = (key: string) => (model: Model) => withEdits(model, { deleted: [...model.edits.deleted, key] })
const LONG = 'trojan://p@a.example.com:443#节点\n'.repeat(20_000)

describe('a draft', () => {
  test('brings back the state, and what undo and redo lead to', async () => {
    const history = undo(changed(startHistory(EMPTY_MODEL), text('a'), removed('1'), removed('2'), text('b')))
    const { last: _, ...steps } = history
    expect(await readHistory(stored(history))).toEqual(steps)
    expect([steps.past.length, steps.future.length]).toEqual([3, 1])
  })

  test('holds a long text once, however many steps have it', async () => {
    const history = changed(startHistory(EMPTY_MODEL), text(LONG), removed('1'), removed('2'), removed('3'))
    const { past, sources } = storedHistory(keptSteps(history))
    expect(new Set(past.slice(1).map((step) => step.sources))).toEqual(new Set([sources]))
    const back = await readHistory(stored(history))
    expect(back?.past).toHaveLength(4)
    expect(back?.past[1]!.sources[0]!.text).toBe(LONG)
    expect(back?.past[0]!.sources).toEqual([])
  })

  test('leaves the furthest steps out where there is no room for all', () => {
    const texts = Array.from({ length: 30 }, (_, index) => text(`${index}${LONG}`))
    const history = changed(startHistory(EMPTY_MODEL), ...texts)
    const { past } = keptSteps(history)
    expect(past.length).toBeGreaterThan(0)
    expect(past.length).toBeLessThan(30)
    expect(past).toEqual(history.past.slice(-past.length))
  })

  test('holds nothing from before all was cleared, unless that was undone', () => {
    const history = changed(startHistory(EMPTY_MODEL), text('secret'), removed('1'), cleared, text('b'), text('c'))
    const holds = (history: History) => JSON.stringify(keptSteps(history)).includes('secret')
    expect(holds(history)).toBe(false)
    expect(keptSteps(history).past).toHaveLength(2)
    const atClear = undo(undo(history))
    expect(holds(atClear)).toBe(false)
    const back = undo(atClear)
    expect(holds(back)).toBe(true)
    expect(keptSteps(back)).toMatchObject({ past: back.past, future: back.future })
    expect(holds(redo(back))).toBe(false)
  })

  test('of an older build has no steps and lacks what came later', async () => {
    const { edits: _, ...old } = withText(EMPTY_MODEL, 'a')
    expect(await readHistory({ ...old, common: { template: 'full' } })).toEqual({
      now: { ...withText(EMPTY_MODEL, 'a'), common: { ...EMPTY_MODEL.common, template: 'full' } },
      past: [],
      future: [],
    })
  })

  test('of a build before there were versions is read with all that was edited', async () => {
    const file = new URL('../../../../../../packages/recipe/fixtures/draft-0.json', import.meta.url)
    const draft = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const back = (await readHistory(draft))!
    expect(back.now.sources.map(({ id }) => id)).toEqual(['text', 'u1', 'f1', 'added'])
    expect(back.now.edits.nodes['text|trojan|c.example.com|443|C']).toMatchObject({ node: { port: 8443 } })
    expect(back.now.common).toMatchObject({
      keepDuplicates: false,
      drawnSecret: 'drawn',
      template: { name: 'own.yaml' },
    })
    expect(back.now.perOutput.clash).toMatchObject({ tun: false, excludes: ['ssr'] })
    expect([back.past.length, back.future.length, back.now.steps]).toEqual([1, 1, []])
  })

  test('of version 2 keeps the browsers of nodes that were added by hand, in a text that is stored as a file too', async () => {
    const node = (tls: object) =>
      JSON.stringify({ type: 'trojan', name: 'A', server: 'a', port: 1, password: 'p', tls })
    const text = (tls: object) => `${node(tls)}\n`.repeat(4000)
    const source = { id: 'added', kind: 'added', name: '', text: new Blob([text({ fp: 'ios' })]), enabled: true }
    const back = await readHistory({ ...EMPTY_MODEL, sources: [source], version: 2 })
    expect(back?.now.sources[0]!.text).toBe(text({ fingerprint: 'ios' }))
  })

  test.each([1, 2, 3])('of version %i is read with all that was edited, and so are its steps of undo', async (version) => {
    const file = new URL(`../../../../../../packages/recipe/fixtures/draft-${version}.json`, import.meta.url)
    const back = (await readHistory(JSON.parse(readFileSync(file, 'utf8'))))!
    const { now, past } = back
    expect(now.steps.map(({ kind, disabled }) => (disabled ? `${kind} off` : kind)).join(' ')).toBe(
      'filter filter off replace name flag affix region set set set unique sort',
    )
    expect(now.steps[7]).toMatchObject({ kind: 'set', field: 'fingerprint', value: 'chrome' })
    expect(now.edits.deleted).toEqual(['text|ss|c.example.com|8388|US 03'])
    expect([now.output, now.perOutput.mihomo?.tun, now.perOutput.singbox?.singboxVersion]).toEqual(['mihomo', true, '1.14'])
    expect(now.common).toMatchObject({ secret: 'controller', drawnSecret: 'drawn', services: ['ai', 'netflix'] })
    expect(past).toEqual([{ ...now, steps: [] }])
    expect(Object.keys(now).sort()).toEqual(Object.keys({ ...EMPTY_MODEL, app: '' }).sort())
  }) // oxfmt-ignore

  test('of a newer build is left alone', async () => {
    const draft = storedHistory(keptSteps(startHistory(withText(EMPTY_MODEL, 'a'))))
    expect(await readHistory({ ...draft, version: draft.version + 1 })).toBeUndefined()
  })

  test.each([[undefined], [null], ['text'], [{ sources: 1 }], [{ sources: [{ text: 1 }], common: {} }]])(
    'that is none, %j, brings nothing',
    async (value) => expect(await readHistory(value)).toBeUndefined(),
  )
})
