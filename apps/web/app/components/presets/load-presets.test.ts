import { expect, test } from 'vitest'
import type { DailyText } from '../engine/daily-text.ts'
import { BUNDLED_AT, BUNDLED_PRESETS } from './bundled-presets.ts'
import { type AskDaily, bundledList, loadPreset, loadPresets } from './load-presets.ts'
import { ACL4SSR } from './preset-place.ts'

const AT = Date.UTC(2026, 10, 28)
const OWN = { owner: 'o', repo: 'r', path: 'rules', ref: 'main' }
const answers =
  (answer: DailyText): AskDaily =>
  async () =>
    answer
const listing = JSON.stringify([{ type: 'file', name: 'a.ini', path: 'rules/a.ini', size: 1, sha: 'x' }])
const file = (text: string) =>
  JSON.stringify({ type: 'file', encoding: 'base64', content: Buffer.from(text).toString('base64') })

test('a folder is what the code host lists, with the time of that', async () => {
  const asked: unknown[] = []
  const ask: AskDaily = async (...all) => {
    asked.push(all)
    return { text: listing, savedAt: AT }
  }
  expect(await loadPresets(OWN, 'https://git.example', ask, true)).toMatchObject({
    value: { files: [{ name: 'a.ini' }], at: AT },
  })
  expect(asked).toEqual([['https://git.example/repos/o/r/contents/rules?ref=main', true]])
})

const REFUSALS: [string, DailyText, object][] = [
  ['a limit that is reached, with its time', { error: 'bad-status', status: 403, retryAt: AT }, { code: 'rate-limited', retryAt: AT }],
  ['too many requests', { error: 'bad-status', status: 429, retryAt: AT }, { code: 'rate-limited', retryAt: AT }],
  ['a refusal without a time', { error: 'bad-status', status: 403 }, { code: 'bad-status', status: 403 }],
  ['a folder that is not there', { error: 'bad-status', status: 404 }, { code: 'not-found' }],
  ['no network', { error: 'unreachable' }, { code: 'unreachable' }],
  ['a page in place of a list', { error: 'not-a-subscription' }, { code: 'not-a-listing' }],
  ['an answer that is no list', { text: '{"message":"no"}', savedAt: AT }, { code: 'not-a-listing' }],
] // oxfmt-ignore
test.each(REFUSALS)(
  '%s is said; the list that comes with the app stands in for the folder that it knows',
  async (_, answer, failure) => {
    expect(await loadPresets(OWN, '', answers(answer))).toEqual({ failure })
    expect(await loadPresets(ACL4SSR, '', answers(answer))).toEqual({
    value: { files: BUNDLED_PRESETS, isBundled: true, at: BUNDLED_AT }, failure,
  }) // oxfmt-ignore
  },
)

test('a list that was kept is newer than the one that comes with the app', async () => {
  const kept = { text: listing, savedAt: AT, refusal: { error: 'unreachable' } } as const
  expect(await loadPresets(ACL4SSR, '', answers(kept))).toMatchObject({
    value: { files: [{ name: 'a.ini' }], at: AT },
    failure: { code: 'unreachable' },
  })
})

test('the app knows one folder by itself', () => {
  expect(bundledList(ACL4SSR)?.files).toHaveLength(33)
  expect(bundledList(OWN)).toBeUndefined()
  expect(bundledList({ ...ACL4SSR, ref: 'main' })).toBeUndefined()
})

const FILES: [DailyText, object][] = [
  [{ text: file('规则'), savedAt: AT }, { value: { text: '规则', at: AT } }],
  [{ text: file('old'), savedAt: AT, refusal: { error: 'timeout' } }, { value: { text: 'old', at: AT }, failure: { code: 'timeout' } }],
  [{ text: '[]', savedAt: AT }, { failure: { code: 'not-a-file' } }],
  [{ error: 'bad-status', status: 404 }, { failure: { code: 'not-found' } }],
] // oxfmt-ignore
test.each(FILES)('of a file that answers %j there is %j', async (answer, expected) => {
  expect(await loadPreset({ ...OWN, path: 'rules/a.ini' }, '', answers(answer))).toEqual(expected)
})
