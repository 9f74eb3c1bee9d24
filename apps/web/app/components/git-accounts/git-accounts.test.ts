import { expect, test } from 'vitest'
import type { GitRow, GitRows } from './account-rows.ts'
import { GitAccounts } from './git-accounts.ts'

const TOKEN = 'ghp_canary0token'
const PASSPHRASE = 'correct horse battery'
const GITHUB = { name: 'mine', base: 'https://api.github.com' }
const GITLAB = { name: 'work', base: 'https://gitlab.example/api/v4' }

/** Rows as a browser keeps them: what is given out is no part of them. */
function rowsInMemory() {
  const kept = new Map<string, GitRow>()
  const rows: GitRows = {
    all: async () => structuredClone([...kept.values()]),
    write: async ({ put = [], remove = [] }) => {
      for (const id of remove) kept.delete(id)
      for (const row of put) kept.set(row.id, structuredClone(row))
    },
  }
  return { kept, rows }
}

function start(device = rowsInMemory()) {
  const tab = () => new GitAccounts({ rows: device.rows, inTurn: (work) => work(), report: () => {} })
  return { accounts: tab(), tab, ...device }
}

const namesIn = (accounts: GitAccounts) => accounts.state.get()?.accounts.map(({ name }) => name)

/** Everything that is kept, as text, with the bytes of what is sealed. */
const dump = (kept: ReadonlyMap<string, GitRow>) =>
  JSON.stringify([...kept.values()], (_, value: unknown) =>
    value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  )

test('a token that is for this tab alone is kept nowhere, and another tab has none', async () => {
  const { accounts, tab, kept } = start()
  const mine = await accounts.add(GITHUB)
  await accounts.setToken(mine.id, TOKEN, false)
  expect(accounts.tokenOf(mine)).toBe(TOKEN)
  expect(accounts.state.get()).toMatchObject({ accounts: [{ ...GITHUB, host: 'github', tokenIsKept: false }] })
  expect(dump(kept)).not.toContain(TOKEN)
  const other = tab()
  await other.load()
  expect(namesIn(other)).toEqual(['mine'])
  expect(other.tokenOf(mine)).toBeUndefined()
})

test('a kept token is sealed: the passphrase opens it, and a wrong one deletes nothing', async () => {
  const { accounts, tab, kept } = start()
  const mine = await accounts.add(GITHUB)
  await expect(accounts.setToken(mine.id, TOKEN, true)).rejects.toThrow('not open')
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(mine.id, TOKEN, true)
  expect(dump(kept)).not.toContain(TOKEN)

  const later = tab()
  await later.load()
  expect(later.state.get()).toMatchObject({ lock: 'locked', accounts: [{ tokenIsKept: true }] })
  expect(later.tokenOf(mine)).toBeUndefined()
  const before = dump(kept)
  expect(await later.unlock('wrong horse battery')).toBe(false)
  expect(dump(kept)).toBe(before)
  expect(later.state.get()!.lock).toBe('locked')
  expect(await later.unlock(PASSPHRASE)).toBe(true)
  expect(later.tokenOf(mine)).toBe(TOKEN)
  expect(later.state.get()!.withToken).toEqual(new Set([mine.id]))
})

test('another passphrase opens the same tokens, and the old one no longer', async () => {
  const { accounts, tab } = start()
  const mine = await accounts.add(GITHUB)
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(mine.id, TOKEN, true)
  expect(await accounts.changePassphrase('wrong', 'another passphrase')).toBe(false)
  expect(await accounts.changePassphrase(PASSPHRASE, 'another passphrase')).toBe(true)
  const later = tab()
  expect(await later.unlock(PASSPHRASE)).toBe(false)
  expect(await later.unlock('another passphrase')).toBe(true)
  expect(later.tokenOf(mine)).toBe(TOKEN)
})

test('who forgot the passphrase keeps the accounts, and no token', async () => {
  const { accounts, tab, kept } = start()
  const mine = await accounts.add(GITHUB)
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(mine.id, TOKEN, true)
  const later = tab()
  await later.forgetKept()
  expect(later.state.get()).toMatchObject({ lock: 'none', accounts: [{ name: 'mine', tokenIsKept: false }] })
  expect([...kept.keys()]).toEqual([mine.id])
})

test('a changed base drops the token here and on the device, and the consent to the relay', async () => {
  const { accounts, tab } = start()
  const mine = await accounts.add(GITLAB)
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(mine.id, TOKEN, true)
  await accounts.setRelayed(GITLAB.base, true)
  await accounts.change(mine.id, { name: 'the same', folder: 'sub' })
  expect(accounts.tokenOf(mine)).toBe(TOKEN)
  const base = 'https://gitea.example/api/v1'
  await accounts.change(mine.id, { base, folder: undefined })
  const [moved] = accounts.state.get()!.accounts
  expect(moved).toEqual({ id: mine.id, name: 'the same', base, host: 'gitea', isRelayed: false, tokenIsKept: false })
  expect(accounts.tokenOf(moved!)).toBeUndefined()
  const later = tab()
  await later.unlock(PASSPHRASE)
  expect(later.state.get()!.withToken).toEqual(new Set())
})

test('a row that somebody moved to another base does not open there', async () => {
  const { accounts, tab, kept } = start()
  const mine = await accounts.add(GITLAB)
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(mine.id, TOKEN, true)
  const row = kept.get(mine.id)
  if (!row || 'lock' in row) throw new Error('no row')
  row.account.base = 'https://evil.example/api/v4'
  const later = tab()
  await later.unlock(PASSPHRASE)
  expect(later.state.get()!.withToken).toEqual(new Set())
})

test('a sign-out clears every token of the tab; what the device keeps stays sealed', async () => {
  const { accounts } = start()
  const [mine, work] = [await accounts.add(GITHUB), await accounts.add(GITLAB)]
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(mine.id, TOKEN, true)
  await accounts.setToken(work.id, 'glpat-canary', false)
  await accounts.forgetInTab()
  expect(accounts.state.get()).toMatchObject({ lock: 'locked', withToken: new Set() })
  await accounts.unlock(PASSPHRASE)
  expect([accounts.tokenOf(mine), accounts.tokenOf(work)]).toEqual([TOKEN, undefined])
})

test('what was agreed to for a host holds for every account there, and for no other host', async () => {
  const { accounts } = start()
  await accounts.add(GITLAB)
  await accounts.add({ ...GITLAB, name: 'second' })
  await accounts.add(GITHUB)
  await accounts.setRelayed(GITLAB.base, true)
  expect(accounts.state.get()!.accounts.map(({ isRelayed }) => isRelayed)).toEqual([true, true, false])
})

test.each(['http://gitlab.example/api/v4', 'https://example.com', 'https://me:secret@gitlab.example/api/v4'])(
  'there is no account at %s',
  async (base) => {
    const { accounts, kept } = start()
    await expect(accounts.add({ name: 'x', base })).rejects.toThrow('No Git host')
    expect(kept.size).toBe(0)
  },
)

test('a storage service is no Git host, and its token is kept as theirs: sealed, and for its server alone', async () => {
  const { accounts, tab, kept } = start()
  const storage = { name: 'NAS', base: 'https://files.example', repository: 'default', host: 'storage' } as const
  await accounts.add(GITHUB)
  const nas = await accounts.add(storage)
  await accounts.setPassphrase(PASSPHRASE)
  await accounts.setToken(nas.id, TOKEN, true)
  expect(namesIn(accounts)).toEqual(['mine'])
  expect(accounts.state.get()?.storages).toMatchObject([{ ...storage, tokenIsKept: true }])
  expect(dump(kept)).not.toContain(TOKEN)
  const later = tab()
  expect(await later.unlock(PASSPHRASE)).toBe(true)
  expect(later.tokenOf(nas)).toBe(TOKEN)
  await accounts.change(nas.id, { base: 'https://other.example' })
  expect(accounts.state.get()?.storages).toMatchObject([{ base: 'https://other.example', host: 'storage' }])
  expect(accounts.tokenOf({ ...nas, base: 'https://other.example' })).toBeUndefined()
})
