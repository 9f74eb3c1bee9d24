import type {
  AddressChange,
  HostedOutput,
  NewAddress,
  NewOutput,
  Rotation,
  OutputAddress,
  OutputChange,
  OutputSummary,
  OutputVersion,
  RenderFailure,
  VersionCause,
  VersionChanges,
} from '@switchyard/contract'
import type { OutputId } from '@switchyard/convert'
import type { Lang } from '@switchyard/convert/languages'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { compileOnce } from '../db/compile-once.ts'
import type { Rows } from '../db/rows.ts'
import type { ServerStore } from '../db/open-store.ts'
import { makeRoom, requireRoom, requireRow } from '../db/quota.ts'
import { noteFailure, notePublication } from './publication-store.ts'
import { changeOfUser, drawId, named } from '../db/row-rules.ts'
import { toHeadedText } from '../db/headed-text.ts'
import { columnPlace, keptText, openedBytes, openHeaded, sealText } from '../db/sealed-text.ts'
import type { SealedPlace } from '../db/key-ring.ts'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { Tables } from '../db/tables.ts'
import { ApiRefusal } from '../api-refusal.ts'
import { type KeptText, type WithKeptTexts, withTexts } from '../shared/kept-text.ts'
import { mostRecent } from '../shared/most-recent.ts'
import { isOn } from '../shared/clocks.ts'
import { DAY_MS, SECOND_MS } from '@switchyard/sources/spans'

const GRACE_MS = DAY_MS
/** Versions are kept for so many days, and so many of them at least. docs/security.md, "What one person may keep" */
const VERSION_DAYS = 90
const VERSIONS_KEPT = 50
const SECRET_BITS = 128
const TAG_LENGTH = 12
const MOST_KNOWN = 5000

type Row = Selectable<Tables['hosted_output']>
type AddressRow = Selectable<Tables['output_address']>

/** What an output is: made by a recipe, or a text that is served as it is. */
export type OutputContent = RecipeContent | TextContent

interface RecipeContent {
  kind: 'recipe'
  /** The file of the recipe. */
  recipe: KeptText
  /** By the id of a source: the item whose text it has. */
  items: Readonly<Record<string, string>>
  /** For the controller of a client, where the recipe has no secret: always the same, so that equal inputs give equal bytes. */
  drawnSecret: string
}

/** A config of a person's own for the client of the output. */
interface TextContent {
  kind: 'text'
  text: KeptText
}

/** What is known of an output without what it is made by, which is long. */
export interface OutputHead {
  id: string
  kind: OutputContent['kind']
  userId: string
  revision: number
  sourcesRevision: number
  name: string
  client: OutputId
  lang: Lang
  intervalMs: number
  fileName: string
  keepsRecord: boolean
  updatedAt: number
  version?: number
  versionDigest?: string
  pinned?: number
}

/** An output as the server works with it. */
export interface StoredOutput extends OutputHead {
  content: OutputContent
}

/** Where a token leads that answers now. */
export interface FoundAddress {
  userId: string
  outputId: string
  revision: number
  /** Another number whenever one of its sources is served otherwise. */
  sourcesRevision: number
  /** Of the address. */
  name: string
  /** What the address gives where it does not follow the output. */
  client?: OutputId
}

/** An address that was found, while the rows are as they were. */
interface KnownAddress {
  found: FoundAddress
  stamp: number | undefined
  closings: number
  /** When its token ends by the clock. */
  until: number
}

/** A version that is to be kept. */
export interface NewVersion {
  digest: string
  cause: VersionCause
  content: VersionContent
  /** Entries that are in none of its nodes, because they could not be read. */
  skipped: number
  /** Against the version before it. */
  changes?: VersionChanges | undefined
  /** The version that it brings back. */
  of?: number
}

/** How many bytes there are of an output: what it is made by, the texts of its items, and its newest version. */
interface BytesToOpen {
  content: number
  texts: number
  newest: number
}

/** What a version was made of, and the names of its nodes. */
export type VersionContent = (RecipeVersion | TextVersion) & { names: readonly string[] }

export interface RecipeVersion extends RecipeContent {
  texts: Readonly<Record<string, KeptText>>
  /** Of the items, by the id of a source. Versions before there were any have none. */
  prefixes?: Readonly<Record<string, string>>
}

interface TextVersion extends TextContent {
  /** The client that it was for. */
  client: OutputId
}

/** The last result for one kind of client. */
export interface StoredRender {
  state: string
  etag: string
  at: number
  text: KeptText
}

type OfClient<Wanted> = Wanted extends unknown ? Omit<Wanted, 'client'> & { client: OutputId } : never
type Created = OfClient<z.output<typeof NewOutput>>
type Changed = Omit<z.output<typeof OutputChange>, 'client'> & { client?: OutputId | undefined }

/** Hosted outputs as they are kept: each query names the owner, recipes and tokens are sealed, a token is found by its hash. */
export class OutputStore {
  readonly #store: ServerStore
  readonly #byToken: ReturnType<typeof tokenQuery>
  readonly #known = mostRecent<KnownAddress>(MOST_KNOWN)

  constructor(store: ServerStore) {
    this.#store = store
    this.#byToken = tokenQuery(store)
  }

  get #query() {
    return this.#store.database.query
  }

  /** All outputs of a person, with their addresses. */
  async list(userId: string): Promise<OutputSummary[]> {
    const rows = await this.#query
      .selectFrom('hosted_output')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return this.#summaries(userId, rows)
  }

  async #summaries(userId: string, rows: readonly Row[]): Promise<OutputSummary[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const addresses = await this.#query
      .selectFrom('output_address')
      .selectAll()
      .where('user_id', '=', userId)
      .where('output_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const byOutput = Map.groupBy(addresses, ({ output_id }) => output_id)
    const newest = await this.#newestVersions(userId, ids)
    return rows.map((row) => summaryOf(row, byOutput.get(row.id) ?? [], newest.get(row.id)))
  }

  /** By the id of each of these outputs that has a version: the newest. */
  async #newestVersions(userId: string, ids: readonly string[]): Promise<Map<string, NewestVersion>> {
    const rows = await this.#query
      .selectFrom('hosted_output')
      .innerJoin('output_version', (join) =>
        join
          .onRef('output_version.output_id', '=', 'hosted_output.id')
          .onRef('output_version.number', '=', 'hosted_output.version'),
      )
      .select(['hosted_output.id', 'output_version.nodes', 'output_version.changes'])
      .where('hosted_output.user_id', '=', userId)
      .where('hosted_output.id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, nodes, changes }) => [id, { nodes, of: changesIn(changes).of }]))
  }

  /** By the id of each output of a person: the items that it is made of. */
  async usedItems(userId: string): Promise<Map<string, string[]>> {
    const rows = await this.#query
      .selectFrom('output_item')
      .innerJoin('hosted_output', 'hosted_output.id', 'output_item.output_id')
      .select(['output_id', 'item_id'])
      .where('hosted_output.user_id', '=', userId)
      .orderBy('item_id')
      .execute()
    const byOutput = Map.groupBy(rows, ({ output_id }) => output_id)
    return new Map(Array.from(byOutput, ([id, items]) => [id, items.map(({ item_id }) => item_id)]))
  }

  /** Throws the refusal `not-found`. */
  async require(userId: string, id: string): Promise<WithKeptTexts<HostedOutput>> {
    const row = await this.#row(this.#query, userId, id)
    if (!row) throw new ApiRefusal('not-found')
    const [summary] = await this.#summaries(userId, [row])
    const { content } = this.#stored(row)
    if (content.kind === 'text') return { ...summary!, ...content }
    const { kind, recipe, items } = content
    return { ...summary!, kind, recipe, items: { ...items } }
  }

  /** Makes the refusal `conflict` with the current output. Throws the refusal `not-found`. */
  async conflict(userId: string, id: string): Promise<ApiRefusal> {
    const current = await withTexts(await this.require(userId, id))
    // `withTexts` unpacked all its texts.
    return new ApiRefusal('conflict', { current: current as HostedOutput })
  }

  /** Which kind of output of a person has this id; undefined: none. */
  async kindOf(userId: string, id: string): Promise<OutputContent['kind'] | undefined> {
    const row = await this.#query
      .selectFrom('hosted_output')
      .select('kind')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row?.kind
  }

  /** How many bytes opening an output takes. */
  async bytesToOpen(userId: string, id: string): Promise<BytesToOpen> {
    const row = await this.#query
      .selectFrom('hosted_output')
      .select(['pinned_version', openedBytes('content').as('content')])
      .select((eb) => [
        eb
          .selectFrom('subscription_item')
          .innerJoin('output_item', 'output_item.item_id', 'subscription_item.id')
          .select(sql<number | string>`coalesce(sum(${openedBytes('good_text')}), 0)`.as('texts'))
          .whereRef('output_item.output_id', '=', 'hosted_output.id')
          .as('texts'),
        eb
          .selectFrom('output_version')
          .select(openedBytes('output_version.content').as('bytes'))
          .whereRef('output_version.output_id', '=', 'hosted_output.id')
          .whereRef('output_version.number', '=', 'hosted_output.version')
          .as('newest'),
      ])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const { content = 0, texts = 0, newest, pinned_version } = row ?? {}
    // A sum is text in PostgreSQL.
    return { content, texts: pinned_version ? 0 : Number(texts), newest: newest ?? 0 }
  }

  /** The same for what a version was made of. */
  async versionBytes(userId: string, id: string, number: number): Promise<number> {
    const row = await this.#query
      .selectFrom('output_version')
      .select(openedBytes('content').as('bytes'))
      .where('output_id', '=', id)
      .where('user_id', '=', userId)
      .where('number', '=', number)
      .executeTakeFirst()
    return row?.bytes ?? 0
  }

  /** An output with what it is made by. */
  async find(userId: string, id: string): Promise<StoredOutput | undefined> {
    const row = await this.#row(this.#query, userId, id)
    return row && this.#stored(row)
  }

  /** Throws the refusals `quota-reached`, `name-taken`, and `bad-request` for an item that the person does not have. */
  async create(userId: string, output: Created, lang: Lang, now: number): Promise<string> {
    const id = drawId()
    const { name } = output
    const made = contentOf(output)
    const content = await this.#sealContent(userId, id, made)
    await named(() =>
      changeOfUser(this.#store.database, userId, async (transaction) => {
        const { count } = await transaction
          .selectFrom('hosted_output')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        requireRow('hosted_output', count)
        await transaction
          .insertInto('hosted_output')
          .values({
            id,
            user_id: userId,
            revision: 0,
            sources_revision: 0,
            name,
            kind: made.kind,
            content,
            client: output.client,
            lang,
            interval_ms: output.intervalS * SECOND_MS,
            file_name: output.fileName ?? name,
            keeps_record: output.keepsRecord ? 1 : 0,
            created_at: now,
            updated_at: now,
            version: null,
            version_digest: null,
            pinned_version: null,
            failure: null,
            failed_at: null,
          })
          .execute()
        await useItems(transaction, userId, id, itemsOf(made))
        await this.#insertAddress(transaction, userId, id, { name }, now)
        await requireRoom(transaction, userId)
      }),
    )
    return id
  }

  /** Changes an output that is still as the person saw it. Throws the refusals of `create`, `not-found` and `conflict`. */
  async change(userId: string, id: string, change: Changed, now: number): Promise<void> {
    const before = await this.find(userId, id)
    if (!before) throw new ApiRefusal('not-found')
    const made = changedContent(before.content, change)
    const content = made && (await this.#sealContent(userId, id, made))
    const changed = await named(() =>
      changeOfUser(this.#store.database, userId, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('hosted_output')
          .set({
            revision: change.revision + 1,
            updated_at: now,
            ...(content === undefined ? {} : { content, pinned_version: null }),
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.client === undefined ? {} : { client: change.client }),
            ...(change.intervalS === undefined ? {} : { interval_ms: change.intervalS * SECOND_MS }),
            ...(change.fileName === undefined ? {} : { file_name: change.fileName }),
            ...(change.keepsRecord === undefined ? {} : { keeps_record: change.keepsRecord ? 1 : 0 }),
          })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revision', '=', change.revision)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        if (made && change.items !== undefined) await useItems(transaction, userId, id, itemsOf(made))
        if (change.keepsRecord === false) await forgetRequests(transaction, id)
        if (made) await requireRoom(transaction, userId)
        return true
      }),
    )
    if (!changed) throw await this.conflict(userId, id)
  }

  /** Throws the refusal `not-found`. */
  async remove(userId: string, id: string): Promise<void> {
    // With all that belongs to it.
    const { numDeletedRows } = await changeOfUser(this.#store.database, userId, (transaction) =>
      transaction.deleteFrom('hosted_output').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst(),
    )
    if (numDeletedRows !== 1n) throw new ApiRefusal('not-found')
  }

  /** Ids of the outputs that an item is a source of. */
  async using(userId: string, itemId: string): Promise<string[]> {
    const rows = await this.#query
      .selectFrom('output_item')
      .innerJoin('hosted_output', 'hosted_output.id', 'output_item.output_id')
      .select('hosted_output.id')
      .where('output_item.item_id', '=', itemId)
      .where('hosted_output.user_id', '=', userId)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Throws the refusals `not-found`, `quota-reached` and `name-taken`. */
  async addAddress(userId: string, outputId: string, address: z.output<typeof NewAddress>, now: number): Promise<void> {
    await named(() =>
      changeOfUser(this.#store.database, userId, async (transaction) => {
        if (!(await this.#row(transaction, userId, outputId))) throw new ApiRefusal('not-found')
        const { count } = await transaction
          .selectFrom('output_address')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('output_id', '=', outputId)
          .executeTakeFirstOrThrow()
        requireRow('output_address', count)
        await this.#insertAddress(transaction, userId, outputId, address, now)
      }),
    )
  }

  /** Throws the refusals `not-found` and `name-taken`. */
  async changeAddress(
    userId: string,
    outputId: string,
    id: string,
    { name, client, paused, expiresAt }: z.output<typeof AddressChange>,
  ): Promise<void> {
    const { numUpdatedRows } = await named(() =>
      this.#query
        .updateTable('output_address')
        .set((eb) => ({
          name: name ?? eb.ref('name'),
          ...(client === undefined ? {} : { client }),
          ...(paused === undefined ? {} : { paused: paused ? 1 : 0 }),
          ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        }))
        .where('id', '=', id)
        .where('output_id', '=', outputId)
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    )
    if (numUpdatedRows !== 1n) throw new ApiRefusal('not-found')
  }

  /** Throws the refusal `not-found`. */
  async removeAddress(userId: string, outputId: string, id: string): Promise<void> {
    const { numDeletedRows } = await this.#query
      .deleteFrom('output_address')
      .where('id', '=', id)
      .where('output_id', '=', outputId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new ApiRefusal('not-found')
  }

  /**
   * Draws another token in place of the one that has this tag. The old one ends at once, or after a grace; an older one ends
   * in any case. Asked for again, it draws no other one. Throws the refusals `not-found` and `conflict`.
   */
  async rotate(userId: string, outputId: string, id: string, { tag, grace }: Rotation, now: number): Promise<void> {
    const token = drawToken()
    const isDone = await changeOfUser(this.#store.database, userId, async (transaction) => {
      const row = await transaction
        .selectFrom('output_address')
        .select(['token_hash', 'old_hash', 'old_until'])
        .where('id', '=', id)
        .where('output_id', '=', outputId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (!row) throw new ApiRefusal('not-found')
      const { token_hash, old_hash, old_until } = row
      const isAgain = old_hash !== null && tagOf(old_hash) === tag
      if (!isAgain && tagOf(token_hash) !== tag) return false
      const drawn = { token_hash: hashToken(token), token: this.#sealToken(userId, id, token), old_hash: token_hash }
      await transaction
        .updateTable('output_address')
        .set({
          ...(isAgain ? {} : drawn),
          old_until: !grace ? null : isAgain ? old_until : now + GRACE_MS,
        })
        .where('id', '=', id)
        .execute()
      return true
    })
    if (!isDone) throw await this.conflict(userId, outputId)
  }

  /** The token of an address. Throws the refusal `not-found`. */
  async token(userId: string, outputId: string, id: string): Promise<string> {
    const row = await this.#query
      .selectFrom('output_address')
      .select('token')
      .where('id', '=', id)
      .where('output_id', '=', outputId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!row) throw new ApiRefusal('not-found')
    return this.#store.keys.open(columnPlace('output_address', id, 'token', userId), row.token).toString()
  }

  /**
   * Where a token leads that answers now, without a search; undefined: it has to be searched for. An address ends at once,
   * so nothing is known any more after any change of the rows.
   */
  knownByToken(token: string, now: number): FoundAddress | undefined {
    const known = this.#known.get(token)
    if (known?.stamp === undefined || now >= known.until) return undefined
    return known.stamp === this.#store.database.stamp() ? known.found : undefined
  }

  /**
   * Where a token led when it was last searched for, for as long as the database cannot be asked. What the copies of
   * this server closed since then stays closed.
   */
  lastByToken(token: string, now: number): FoundAddress | undefined {
    const known = this.#known.get(token)
    return known && now < known.until && known.closings === this.#store.database.closings.count
      ? known.found
      : undefined
  }

  /** Where a token leads that answers now. There is one way for every token that does not, so that nobody can tell why. */
  async findByToken(token: string, now: number): Promise<FoundAddress | undefined> {
    const stamp = this.#store.database.stamp()
    const closings = this.#store.database.closings.count
    const hash = hashToken(token)
    const [row] = await this.#byToken(hash)
    this.#known.delete(token)
    if (!row || row.paused === 1 || row.disabled_at !== null) return undefined
    const graceEnds = row.old_until !== null && isOn(row.old_until, GRACE_MS, now) ? row.old_until : 0
    const until = Math.min(row.expires_at ?? Infinity, row.token_hash === hash ? Infinity : graceEnds)
    if (until <= now) return undefined
    const { user_id: userId, output_id: outputId, revision, sources_revision: sourcesRevision, name } = row
    // Checked when it was written.
    const client = row.client as OutputId | null
    const found = { userId, outputId, revision, sourcesRevision, name, ...(client === null ? {} : { client }) }
    this.#known.set(token, { found, stamp, closings, until })
    return found
  }

  /**
   * Keeps a version and gives its number; undefined where the output was changed meanwhile. One that brings another back is
   * what the output is made of from the same moment on: a recipe until the next edit, a text as if it had been edited.
   */
  async addVersion(
    output: StoredOutput,
    { digest, cause, content, skipped, changes, of }: NewVersion,
    now: number,
  ): Promise<number | undefined> {
    const { id, userId, name, client, version = 0 } = output
    const number = version + 1
    const before = new Set((await this.version(userId, id, version))?.names)
    const sealed = await this.#sealHeaded(versionPlace(userId, id, number), content)
    const names = new Set(content.names)
    const restored = of === undefined ? undefined : await this.#sealContent(userId, id, content)
    const isText = content.kind === 'text'
    return changeOfUser(this.#store.database, userId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('hosted_output')
        .set({
          version: number,
          version_digest: digest,
          ...(restored === undefined
            ? {}
            : {
                content: restored,
                ...(isText ? { client: content.client } : { pinned_version: number }),
                revision: output.revision + 1,
                updated_at: now,
              }),
        })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('revision', '=', output.revision)
        .where((eb) => eb(eb.fn.coalesce('version', eb.val(0)), '=', version))
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return undefined
      if (restored !== undefined) await useItemsLeft(transaction, userId, id, itemsOf(content))
      await transaction
        .insertInto('output_version')
        .values({
          output_id: id,
          number,
          user_id: userId,
          at: now,
          cause,
          nodes: content.names.length,
          added: names.difference(before).size,
          removed: before.difference(names).size,
          changes: changes === undefined && of === undefined ? null : JSON.stringify({ ...changes, of }),
          content: sealed,
        })
        .execute()
      await transaction
        .deleteFrom('output_version')
        .where('output_id', '=', id)
        .where('number', '<=', number - VERSIONS_KEPT)
        .where('at', '<', now - VERSION_DAYS * DAY_MS)
        .execute()
      await notePublication(transaction, {
        user_id: userId, output_id: id, at: now, name, client, cause, number, nodes: content.names.length, skipped,
        result: 'done',
      }) // oxfmt-ignore
      await makeRoom(transaction, userId)
      return number
    })
  }

  /** The newest first. */
  async versions(userId: string, id: string): Promise<OutputVersion[]> {
    const rows = await this.#query
      .selectFrom('output_version')
      .select(['number', 'at', 'cause', 'nodes', 'added', 'removed', 'changes'])
      .where('output_id', '=', id)
      .where('user_id', '=', userId)
      .orderBy('number', 'desc')
      .execute()
    return rows.map(({ number, at, cause, nodes, added, removed, changes }) => {
      const version: OutputVersion = { number, at, cause, nodes, added, removed }
      const { of, ...others } = changesIn(changes)
      if (of !== undefined) version.of = of
      if ('groups' in others) version.changes = others
      return version
    })
  }

  /** What a version was made of. */
  async version(userId: string, id: string, number: number): Promise<VersionContent | undefined> {
    const row = await this.#query
      .selectFrom('output_version')
      .select('content')
      .where('output_id', '=', id)
      .where('user_id', '=', userId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!row) return undefined
    const opened = openHeaded(this.#store.keys, versionPlace(userId, id, number), row.content)
    // Written by `addVersion` alone.
    return withKind(opened) as VersionContent
  }

  /** Makes an output of its sources again. */
  async unpin(userId: string, id: string, now: number): Promise<void> {
    await this.#query
      .updateTable('hosted_output')
      .set((eb) => ({ pinned_version: null, revision: eb('revision', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('pinned_version', 'is not', null)
      .execute()
  }

  /** The last result for one kind of client. */
  async render(userId: string, id: string, variant: string): Promise<StoredRender | undefined> {
    const row = await this.#query
      .selectFrom('output_render')
      .selectAll()
      .where('output_id', '=', id)
      .where('user_id', '=', userId)
      .where('variant', '=', variant)
      .executeTakeFirst()
    if (!row) return undefined
    const { state, etag, at } = row
    const text = keptText(this.#store.keys, renderPlace(userId, id, variant), row.content)
    return { state, etag, at, text }
  }

  /** Keeps a result in the place of the one before. */
  async keepRender(userId: string, id: string, variant: string, { text, ...render }: StoredRender): Promise<void> {
    const content = await sealText(this.#store.keys, renderPlace(userId, id, variant), text)
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      await transaction
        .insertInto('output_render')
        .values({ output_id: id, variant, user_id: userId, ...render, content })
        .onConflict((conflict) => conflict.columns(['output_id', 'variant']).doUpdateSet({ ...render, content }))
        .execute()
      await makeRoom(transaction, userId)
    })
  }

  /** Notes why the last result could not be made, since when; or that it could. */
  async keepFailure(output: StoredOutput, failure: RenderFailure | undefined, now: number): Promise<void> {
    const { userId, id } = output
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('hosted_output')
        .set(failure === undefined ? { failure: null, failed_at: null } : { failure, failed_at: now })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('failure', failure === undefined ? 'is not' : 'is', null)
        .executeTakeFirst()
      if (failure === undefined || numUpdatedRows !== 1n) return
      await noteFailure(transaction, output, { result: failure }, now)
    })
  }

  #row(rows: Rows, userId: string, id: string): Promise<Row | undefined> {
    return rows
      .selectFrom('hosted_output')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  }

  #stored(row: Row): StoredOutput {
    const { id, user_id: userId } = row
    const opened = openHeaded(this.#store.keys, columnPlace('hosted_output', id, 'content', userId), row.content)
    return {
      // What stands in a row was checked when it was written.
      content: withKind(opened) as OutputContent,
      id,
      kind: row.kind,
      userId,
      revision: row.revision,
      sourcesRevision: row.sources_revision,
      name: row.name,
      // Only ids of outputs and of languages are written to these columns.
      client: row.client as OutputId,
      lang: row.lang as Lang, // as above
      intervalMs: row.interval_ms,
      fileName: row.file_name,
      keepsRecord: row.keeps_record === 1,
      updatedAt: row.updated_at,
      ...(row.version === null ? {} : { version: row.version }),
      ...(row.version_digest === null ? {} : { versionDigest: row.version_digest }),
      ...(row.pinned_version === null ? {} : { pinned: row.pinned_version }),
    }
  }

  async #insertAddress(
    transaction: Transaction<Tables>,
    userId: string,
    outputId: string,
    { name, client, expiresAt }: z.output<typeof NewAddress>,
    now: number,
  ): Promise<void> {
    const id = drawId()
    const token = drawToken()
    await transaction
      .insertInto('output_address')
      .values({
        id,
        user_id: userId,
        output_id: outputId,
        name,
        token_hash: hashToken(token),
        token: this.#sealToken(userId, id, token),
        client: client ?? null,
        paused: 0,
        expires_at: expiresAt ?? null,
        created_at: now,
        old_hash: null,
        old_until: null,
      })
      .execute()
  }

  #sealToken(userId: string, id: string, token: string): string {
    return this.#store.keys.seal(columnPlace('output_address', id, 'token', userId), token)
  }

  #sealContent(userId: string, id: string, content: OutputContent): Promise<string> {
    const place = columnPlace('hosted_output', id, 'content', userId)
    return this.#sealHeaded(place, withoutTexts(content))
  }

  async #sealHeaded(place: SealedPlace, content: object): Promise<string> {
    // `withTexts` gives back an object for an object.
    return sealText(this.#store.keys, place, toHeadedText((await withTexts(content)) as object))
  }
}

async function useItems(
  transaction: Transaction<Tables>,
  userId: string,
  outputId: string,
  items: Readonly<Record<string, string>>,
): Promise<void> {
  const ids = [...new Set(Object.values(items))]
  await transaction.deleteFrom('output_item').where('output_id', '=', outputId).execute()
  if (ids.length === 0) return
  const own = await transaction
    .selectFrom('subscription_item')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  if (own.length < ids.length) throw new ApiRefusal('bad-request', { field: 'items' })
  await transaction
    .insertInto('output_item')
    .values(ids.map((item_id) => ({ output_id: outputId, item_id })))
    .execute()
}

/** The same for items of an earlier time, of which some may be gone. */
async function useItemsLeft(
  transaction: Transaction<Tables>,
  userId: string,
  outputId: string,
  items: Readonly<Record<string, string>>,
): Promise<void> {
  const own = await transaction.selectFrom('subscription_item').select('id').where('user_id', '=', userId).execute()
  const ids = new Set(own.map(({ id }) => id))
  const left = Object.entries(items).filter(([, item]) => ids.has(item))
  await useItems(transaction, userId, outputId, Object.fromEntries(left))
}

async function forgetRequests(transaction: Transaction<Tables>, outputId: string): Promise<void> {
  await transaction.deleteFrom('output_day').where('output_id', '=', outputId).execute()
  await transaction.deleteFrom('output_request').where('output_id', '=', outputId).execute()
}

/** By the id of a source: the item whose text it has. */
export function itemsOf(content: OutputContent): Readonly<Record<string, string>> {
  return content.kind === 'text' ? {} : content.items
}

function contentOf(wanted: Created): OutputContent {
  if (wanted.kind === 'text') return { kind: 'text', text: wanted.text }
  return { kind: 'recipe', recipe: wanted.recipe, items: wanted.items, drawnSecret: drawToken(SECRET_BITS) }
}

/** What an output is made by after a change; undefined: by the same. Throws the refusal `bad-request`. */
function changedContent(before: OutputContent, { recipe, items, text }: Changed): OutputContent | undefined {
  if (before.kind === 'text') {
    const other = Object.entries({ recipe, items }).find(([, value]) => value !== undefined)
    if (other) throw new ApiRefusal('bad-request', { field: other[0] })
    return text === undefined ? undefined : { kind: 'text', text }
  }
  if (text !== undefined) throw new ApiRefusal('bad-request', { field: 'text' })
  if (recipe === undefined && items === undefined) return undefined
  return { ...before, ...(recipe === undefined ? {} : { recipe }), ...(items === undefined ? {} : { items }) }
}

/** What is kept of an output beside the texts of a version. */
function withoutTexts(content: OutputContent): OutputContent {
  if (content.kind === 'text') return { kind: 'text', text: content.text }
  const { kind, recipe, items, drawnSecret } = content
  return { kind, recipe, items, drawnSecret }
}

/** What was sealed. Before there were texts, it was a recipe and named no kind. */
function withKind(opened: unknown): object {
  // Sealed by this store alone, of an object.
  return { kind: 'recipe', ...(opened as object) }
}

/**
 * What is looked at with every request for an address. Not a join: the SQLite that we use was built with STAT4, and plans a
 * join anew at each run, which takes seven times as long as all the searches.
 */
function tokenQuery({ database: { query } }: ServerStore) {
  return compileOnce(query, (hash: string) =>
    query
      .selectFrom('output_address as address')
      .select(['user_id', 'output_id', 'name', 'client', 'token_hash', 'old_until', 'paused', 'expires_at'])
      .select((eb) => {
        const output = eb.selectFrom('hosted_output').whereRef('hosted_output.id', '=', 'address.output_id')
        return [
          output.select('revision').$asScalar().$notNull().as('revision'),
          output.select('sources_revision').$asScalar().$notNull().as('sources_revision'),
          eb
            .selectFrom('user_account')
            .select('disabled_at')
            .whereRef('user_account.id', '=', 'address.user_id')
            .as('disabled_at'),
        ]
      })
      .where((eb) => eb.or([eb('token_hash', '=', hash), eb('old_hash', '=', hash)])),
  )
}

function versionPlace(userId: string, id: string, number: number) {
  return columnPlace('output_version', `${id} ${number}`, 'content', userId)
}

function renderPlace(userId: string, id: string, variant: string) {
  return columnPlace('output_render', `${id} ${variant}`, 'content', userId)
}

type NewestVersion = Pick<OutputVersion, 'nodes'> & { of: number | undefined }

/** What stands beside a version. */
function changesIn(changes: string | null): Pick<OutputVersion, 'of'> & (VersionChanges | object) {
  // Written by `addVersion` alone.
  return changes === null ? {} : (JSON.parse(changes) as VersionChanges)
}

function summaryOf(row: Row, addresses: readonly AddressRow[], newest: NewestVersion | undefined): OutputSummary {
  return {
    id: row.id,
    revision: row.revision,
    kind: row.kind,
    name: row.name,
    client: row.client,
    intervalS: row.interval_ms / SECOND_MS,
    fileName: row.file_name,
    keepsRecord: row.keeps_record === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.version === null ? {} : { version: row.version }),
    ...(newest === undefined ? {} : { nodes: newest.nodes }),
    // No version is newer than that of a restoring while it holds.
    ...(row.pinned_version === null ? {} : { pinned: newest?.of ?? row.pinned_version }),
    ...(row.failure === null || row.failed_at === null
      ? {}
      : { failing: { at: row.failed_at, error: row.failure as RenderFailure } }), // only these are written
    addresses: addresses.map(addressOf),
  }
}

/** Names a token, and says nothing of it. */
function tagOf(hash: string): string {
  return hash.slice(0, TAG_LENGTH)
}

function addressOf(row: AddressRow): OutputAddress {
  return {
    id: row.id,
    name: row.name,
    ...(row.client === null ? {} : { client: row.client }),
    paused: row.paused === 1,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    createdAt: row.created_at,
    ...(row.old_until === null ? {} : { oldUntil: row.old_until }),
    tag: tagOf(row.token_hash),
  }
}
