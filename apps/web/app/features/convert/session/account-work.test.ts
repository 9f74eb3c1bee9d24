import { describe, expect, test } from 'vitest'
import {
  EMPTY_RECIPE,
  textOf,
  withEdits,
  withCommon,
  withMoreText,
  withRecipe,
  withText,
} from '@switchyard/recipe/model'
import { isOfAccount, isUnsaved, ownSteps, userOf, withAccount, withoutTemplates } from './account-work.ts'
import { amend, change, startHistory, undo } from '../../../components/node-list/edit-history.ts'
import { cleared, EMPTY_MODEL, type History, type Model } from './model.ts'
import { ownDraft } from './own-draft.ts'
import { keptSteps, readHistory, storedHistory } from './stored-history.ts'

const SECRET = 'secret-of-the-account'
const NODE = `trojan://${SECRET}@a.example.com:443#A`
const OWN = 'trojan://mine@b.example.com:443#B'

const step = (history: History, next: (model: Model) => Model) =>
  change(history, next(history.now), 'edit', history.past.length)
const source = (id: string, text: string) => ({ id, kind: 'file' as const, name: id, text, enabled: true })
const merged = (model: Model): Model =>
  withAccount({ ...model, sources: [...model.sources, source('item', NODE)] }, ['item'], 'ann')
const opened = (model: Model): Model => {
  const recipe = withText({ ...EMPTY_RECIPE, sources: [source('item', NODE)], output: 'xray' as const }, `${NODE}2`)
  return withAccount(withRecipe(model, recipe, true), ['item', 'text'], 'ann')
}
const pasted = (text: string) => (model: Model) => withText(model, text)

const withEdited = (model: Model): Model => withEdits(model, { nodes: { key: { link: NODE } } })

describe('when a session ends', () => {
  test.each<[string, ((model: Model) => Model)[], string]>([
    ['what was pasted before sources of the account were added stays', [pasted(OWN), merged], OWN],
    ['what was pasted beside them stays', [merged, pasted(OWN)], OWN],
    ['what stood there before something published was opened is back', [pasted(OWN), opened], OWN],
    ['what was written below the text of something published stays', [opened, (m) => withMoreText(m, OWN)], OWN],
    ['what was pasted in place of that text stays', [opened, pasted(OWN)], OWN],
    ['a text of both is not kept', [opened, (m) => pasted(`${OWN}\n${textOf(m)}`.replace('#A2', '#A3'))(m)], ''],
    ['a copy of a line among own ones is not kept', [opened, pasted(`${OWN}\n${NODE}2\n${OWN}`)], `${OWN}\n${OWN}`],
    ['edits of its nodes go', [pasted(OWN), merged, withEdited], OWN],
    ['what was cleared before is gone from undo as well', [opened, cleared, pasted(OWN)], OWN],
  ])('%s', (_, steps, text) => {
    const history = steps.reduce(step, startHistory(EMPTY_MODEL))
    const own = ownSteps(history)
    expect(textOf(own.now)).toBe(text)
    expect(JSON.stringify(own)).not.toContain(SECRET)
    expect(isOfAccount(own)).toBe(false)
    expect(own.now.output).toBe(EMPTY_MODEL.output)
  })

  test('undo leads to own work alone, and what was undone does not come back', () => {
    const history = [pasted(OWN), pasted(`${OWN}1`), merged].reduce(step, startHistory(EMPTY_MODEL))
    expect(ownSteps(history).past.map(textOf)).toEqual(['', OWN])
    expect(ownSteps(undo(history))).toEqual({ now: history.past[2], past: history.past.slice(0, 2), future: [] })
  })

  test('work of its own is as it was', () => {
    const history = [pasted(OWN), pasted(`${OWN}1`)].reduce(step, startHistory(EMPTY_MODEL))
    expect(isOfAccount(history)).toBe(false)
    const { last: _, ...steps } = history
    expect(ownSteps(history)).toEqual(steps)
  })

  test('a draft that is stored keeps what its person pasted, and nothing of the account', async () => {
    const history = [pasted(OWN), merged].reduce(step, startHistory(EMPTY_MODEL))
    const stored = { ...storedHistory(keptSteps(history)), templates: [] }
    expect(JSON.stringify(stored), 'as it is before').toContain(SECRET)
    const own = await ownDraft(structuredClone(stored))
    expect(JSON.stringify(own)).not.toContain(SECRET)
    const back = await readHistory(own)
    expect(back && textOf(back.now)).toBe(OWN)
    expect(await ownDraft({ of: 'another build' })).toBeUndefined()
  })

  test('what is known of a source later is no way around it', () => {
    const history = amend(step(startHistory(EMPTY_MODEL), merged), (model) => ({ ...model, app: 'x' }))
    expect(isOfAccount(history)).toBe(true)
  })
})

describe('work on what came from an account', () => {
  const after = (...steps: ((model: Model) => Model)[]) => steps.reduce(step, startHistory(EMPTY_MODEL))

  test.each<[string, History, boolean]>([
    ['an output that was opened', after(pasted(OWN), opened), false],
    ['one that was edited since', after(opened, withEdited), true],
    ['one whose edit was taken back', undo(after(opened, withEdited)), false],
    ['sources that were added', after(pasted(OWN), merged), false],
    ['a text that was pasted beside them', after(merged, pasted(OWN)), true],
    ['sources that were added to an edited output', after(opened, withEdited, merged), false],
    ['one that was only looked at, for another app', amend(after(opened), (model) => ({ ...model, app: 'x' })), false],
    ['own work', after(pasted(OWN)), false],
  ])('of %s: unsaved is %3$s', (_, history, isUnsavedWork) => {
    expect(isUnsaved(history)).toBe(isUnsavedWork)
  })

  test('says whose it is', () => {
    expect(userOf(after(merged, pasted(OWN)))).toBe('ann')
    expect(userOf(after(pasted(OWN)))).toBeUndefined()
  })
})

test('a template that came from an account is in no step any more, and one of the device stays', () => {
  const using = (id: string) => (model: Model) => withCommon(model, { template: { id, name: id, text: SECRET + id } })
  const used = [using('of the account'), using('mine'), using('of the account')].reduce(step, startHistory(EMPTY_MODEL))
  const own = withoutTemplates(used, new Set(['of the account']))
  expect(JSON.stringify(own)).not.toContain(`${SECRET}of the account`)
  expect(own.now.common.template).toBe(EMPTY_MODEL.common.template)
  expect(own.past.map(({ common }) => common.template)).toContainEqual(expect.objectContaining({ id: 'mine' }))
})
