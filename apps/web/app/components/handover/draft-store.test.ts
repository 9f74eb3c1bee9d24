import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { besideId, draftLock, inDrafts, removeDraftOfGone, type StoredDraft } from './draft-store.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await inDrafts<undefined>('readwrite', (store) => store.clear())
})

const put = (id: string, remembered = false) =>
  inDrafts('readwrite', (store) => store.put({ id, savedAt: 0, remembered, value: 'v' } satisfies StoredDraft))

test.each([
  ['is gone', { lives: false, remembered: false }, ['other']],
  ['lives', { lives: true, remembered: false }, ['other', 'tab', 'tab~home']],
  ['is gone, where that is remembered', { lives: false, remembered: true }, ['other', 'tab']],
])('of a tab that %s the service worker leaves the right drafts', async (_, { lives, remembered }, left) => {
  const held = lives ? [{ name: draftLock('tab') }] : []
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } })
  await put('tab', remembered)
  await put(besideId('tab', 'home'))
  await put('other')
  await removeDraftOfGone({ type: 'tab-gone', id: 'tab', afterMs: 0 })
  expect((await inDrafts('readonly', (store) => store.getAll())).map(({ id }) => id)).toEqual(left)
})
