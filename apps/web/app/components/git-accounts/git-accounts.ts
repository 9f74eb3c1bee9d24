import { hostAtBase } from '@switchyard/git-hosts/facts'
import { type DeviceKey, type LockState, lockOf, newDeviceKey, openLock, seal, unseal } from '../../lib/device-lock.ts'
import { randomId } from '../../lib/random-id.ts'
import { createStore, type ReadStore } from '../../lib/store.ts'
import { type AccountRow, type GitRow, type GitRows, TOKEN_LOCK_ID } from './account-rows.ts'
import { type GitAccount, SHORT_HOST, STORAGE_HOST } from './git-account.ts'

/** What the accounts are handed. */
export interface AccountParts {
  rows: GitRows
  /** Does one work after the other, in all tabs. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Says to other tabs that something changed. */
  report: () => void
}

/** What a person says of an account. */
export type AccountChange = Partial<Omit<GitAccount, 'id' | 'host' | 'tokenIsKept' | 'isRelayed'>>

export interface KnownAccounts {
  /** At Git hosts. */
  accounts: readonly GitAccount[]
  /** At storage services of other servers. */
  storages: readonly GitAccount[]
  /** Keys to services that make short links, as far as this device keeps them. */
  shortKeys: readonly GitAccount[]
  /** Of the tokens that this device keeps. */
  lock: LockState
  /** The ids of the accounts whose token this tab has. */
  withToken: ReadonlySet<string>
}

/** It is sealed into every lock that people have. */
const LOCK_PLACE = 'key of the tokens'
/** A token opens at its own base alone, even if somebody changes the row. */
const tokenPlace = (id: string, base: string) => `token ${id} ${base}`

/** Accounts at Git hosts and storage services that this browser knows. A token stays in this tab, or is kept under a passphrase. */
export class GitAccounts {
  readonly #parts: AccountParts
  readonly #state = createStore<KnownAccounts | undefined>(undefined)
  readonly #tokens = new Map<string, { base: string; token: string }>()
  #key: DeviceKey | undefined

  constructor(parts: AccountParts) {
    this.#parts = parts
  }

  /** Undefined until they are loaded. */
  get state(): ReadStore<KnownAccounts | undefined> {
    return this.#state
  }

  /** The token of an account, if this tab has it: for this base and no other. */
  tokenOf({ id, base }: Pick<GitAccount, 'id' | 'base'>): string | undefined {
    const known = this.#tokens.get(id)
    return known?.base === base ? known.token : undefined
  }

  /** Reads what this device keeps. Another tab may have changed it. */
  async load(): Promise<void> {
    await this.#take(await this.#parts.rows.all())
  }

  /** A new account; `host` only of what is no Git host. Throws at a base that no host has. */
  async add(
    said: Pick<GitAccount, 'name' | 'base'> & AccountChange & { host?: typeof STORAGE_HOST | typeof SHORT_HOST },
  ): Promise<GitAccount> {
    const id = randomId()
    await this.#change((rows) => {
      const place = Math.max(0, ...rows.map((row) => ('lock' in row ? 0 : row.place))) + 1
      return { put: [{ id, place, account: { ...said, host: said.host ?? hostIdOf(said.base), isRelayed: false } }] }
    })
    return this.#require(id)
  }

  /** A changed base drops the token, and what was agreed to for the old host. */
  change(id: string, change: AccountChange): Promise<void> {
    return this.#change((rows) => {
      const { token, ...row } = requireRow(rows, id)
      const account = withoutUndefined({ ...row.account, ...change })
      const isMoved = account.base !== row.account.base
      if (isMoved) {
        const host = account.host === STORAGE_HOST ? STORAGE_HOST : hostIdOf(account.base)
        return { put: [{ ...row, account: { ...account, host, isRelayed: false } }] }
      }
      return { put: [{ ...row, account, ...(token && { token }) }] }
    })
  }

  async remove(id: string): Promise<void> {
    await this.#change(() => ({ remove: [id] }))
  }

  /** Whether requests to a host go through our server: for every account there. */
  setRelayed(base: string, isRelayed: boolean): Promise<void> {
    return this.#change((rows) => ({
      put: accountRows(rows)
        .filter(({ account }) => account.base === base)
        .map((row) => Object.assign(row, { account: { ...row.account, isRelayed } })),
    }))
  }

  /** `isKept`: on this device too, which takes an open lock. */
  setToken(id: string, token: string, isKept: boolean): Promise<void> {
    return this.#change(async (rows) => {
      const { token: _, ...row } = requireRow(rows, id)
      const { base } = row.account
      if (isKept && !this.#key) throw new Error('The lock of the tokens is not open.')
      this.#tokens.set(id, { base, token })
      return {
        put: [isKept && this.#key ? { ...row, token: await seal(this.#key, tokenPlace(id, base), token) } : row],
      }
    })
  }

  /** Neither this tab nor this device has it any longer. */
  forgetToken(id: string): Promise<void> {
    return this.#change((rows) => {
      const { token: _, ...row } = requireRow(rows, id)
      this.#tokens.delete(id)
      return { put: [row] }
    })
  }

  /** Makes the lock under which tokens are kept. */
  setPassphrase(passphrase: string): Promise<void> {
    return this.#change(async (rows) => {
      if (lockIn(rows)) throw new Error('There is a passphrase already.')
      this.#key = await newDeviceKey(randomId())
      return { put: [{ id: TOKEN_LOCK_ID, lock: await lockOf(this.#key, passphrase, LOCK_PLACE) }] }
    })
  }

  /** False: it is another passphrase. Then nothing changes. */
  async unlock(passphrase: string): Promise<boolean> {
    const rows = await this.#parts.rows.all()
    const lock = lockIn(rows)
    const key = lock && (await openLock(lock, passphrase, LOCK_PLACE))
    if (!key) return false
    this.#key = key
    await this.#take(rows)
    return true
  }

  /** False: the present one is another passphrase. The tokens stay sealed by the same key. */
  async changePassphrase(present: string, next: string): Promise<boolean> {
    if (!(await this.unlock(present))) return false
    await this.#change(async () => ({
      put: [{ id: TOKEN_LOCK_ID, lock: await lockOf(this.#key!, next, LOCK_PLACE) }],
    }))
    return true
  }

  /** Deletes the lock and the tokens under it: the way out for who forgot the passphrase. The accounts stay. */
  async forgetKept(): Promise<void> {
    this.#key = undefined
    await this.#change((rows) => ({
      put: accountRows(rows).map(({ id, place, account }) => ({ id, place, account })),
      remove: [TOKEN_LOCK_ID],
    }))
  }

  /** Forgets every token and the key until they are typed again. What this device keeps stays sealed. */
  async forgetInTab(): Promise<void> {
    this.#key = undefined
    this.#tokens.clear()
    if (this.#state.get()) await this.load()
  }

  async #change(
    make: (rows: readonly GitRow[]) => Parameters<GitRows['write']>[0] | Promise<Parameters<GitRows['write']>[0]>,
  ): Promise<void> {
    const { inTurn, rows, report } = this.#parts
    await inTurn(async () => {
      await rows.write(await make(await rows.all()))
      await this.load()
    })
    report()
  }

  async #take(rows: readonly GitRow[]): Promise<void> {
    const lock = lockIn(rows)
    if (lock?.keyId !== this.#key?.id) this.#key = undefined
    const kept = accountRows(rows).toSorted((a, b) => a.place - b.place)
    const bases = new Map(kept.map(({ id, account }) => [id, account.base]))
    for (const [id, { base }] of this.#tokens) if (bases.get(id) !== base) this.#tokens.delete(id)
    await Promise.all(kept.map((row) => this.#open(row)))
    const all = kept.map(accountOf)
    this.#state.set({
      accounts: all.filter(({ host }) => host !== STORAGE_HOST && host !== SHORT_HOST),
      storages: all.filter(({ host }) => host === STORAGE_HOST),
      shortKeys: all.filter(({ host }) => host === SHORT_HOST),
      lock: lock ? (this.#key ? 'open' : 'locked') : 'none',
      withToken: new Set(this.#tokens.keys()),
    })
  }

  async #open({ id, account: { base }, token: sealed }: AccountRow): Promise<void> {
    if (!sealed || !this.#key || this.#tokens.has(id)) return
    // A token that was sealed for another base or account does not open: it is as if there were none.
    const token = await unseal(this.#key, tokenPlace(id, base), sealed).catch(() => undefined)
    if (typeof token === 'string') this.#tokens.set(id, { base, token })
  }

  #require(id: string): GitAccount {
    const known = this.#state.get()
    const found = known && [...allAccounts(known), ...known.shortKeys].find((account) => account.id === id)
    if (!found) throw new Error('No such account')
    return found
  }
}

/** At Git hosts and storage services. */
export function allAccounts({ accounts, storages }: KnownAccounts): readonly GitAccount[] {
  return [...accounts, ...storages]
}

function lockIn(rows: readonly GitRow[]) {
  return rows.flatMap((row) => ('lock' in row ? [row.lock] : []))[0]
}

function accountRows(rows: readonly GitRow[]): AccountRow[] {
  return rows.flatMap((row) => ('lock' in row ? [] : [row]))
}

function accountOf({ id, account, token }: AccountRow): GitAccount {
  return { ...account, id, tokenIsKept: token !== undefined }
}

function requireRow(rows: readonly GitRow[], id: string): AccountRow {
  const found = accountRows(rows).find((row) => row.id === id)
  if (!found) throw new Error('No such account')
  return found
}

function hostIdOf(base: string): string {
  const host = hostAtBase(base)
  if (!host) throw new Error('No Git host has its API there.')
  return host.id
}

/** A field that is cleared is not kept as nothing. */
function withoutUndefined<T extends object>(value: T): T {
  // Only keys without a value go, and these are optional.
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
