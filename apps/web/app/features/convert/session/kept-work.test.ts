import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { packTexts } from './draft-texts.ts'
import { saveDraft } from './draft.ts'
import { KeptWork } from './kept-work.ts'
import { withText } from '@switchyard/recipe/model'
import { startHistory } from '../../../components/node-list/edit-history.ts'
import { EMPTY_MODEL } from './model.ts'

vi.mock('./draft.ts', () => ({ saveDraft: vi.fn(async () => {}) }))
vi.mock('./draft-texts.ts', async (original) => ({
  ...(await original<object>()),
  packTexts: vi.fn(async () => {}),
}))

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('performance', { now: () => now })
})
afterEach(() => {
  vi.mocked(saveDraft).mockImplementation(async () => {})
  vi.mocked(packTexts).mockImplementation(async () => {})
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const saved = () =>
  vi.mocked(saveDraft).mock.calls.map(([draft]) => (draft as { sources: { text: string }[] }).sources[0]!.text)

test('a change is on its way to the device before any time passes, however soon the page is left', async () => {
  let text = 'a'
  const work = new KeptWork(() => ({ history: startHistory(withText(EMPTY_MODEL, text)), templates: [] }))
  work.saveLater()
  await vi.waitFor(() => expect(saved()).toEqual(['a']))
  text = 'ab'
  work.saveLater()
  await vi.waitFor(() => expect(saved()).toEqual(['a', 'ab']))
})

test.each([
  { what: 'copy', makeSlow: () => vi.mocked(saveDraft).mockImplementation(async () => void (now += 30)) },
  { what: 'pack', makeSlow: () => vi.mocked(packTexts).mockImplementation(async () => void (now += 30)) },
])('work that takes long to $what is saved less often than it is changed', async ({ makeSlow }) => {
  vi.mocked(saveDraft).mockClear()
  makeSlow()
  let text = 'a'
  const work = new KeptWork(() => ({ history: startHistory(withText(EMPTY_MODEL, text)), templates: [] }))
  work.saveLater()
  await vi.waitFor(() => expect(saved()).toEqual(['a']))
  for (text of ['ab', 'abc', 'abcd']) work.saveLater()
  await vi.advanceTimersByTimeAsync(299)
  expect(saved()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved()).toEqual(['a', 'abcd'])
})
