import { table } from './table.ts'

/**
 * The tables of subscription items and of the outputs that are hosted. Times are milliseconds since 1970, yes and no are 1
 * and 0. Tables that others refer to stand before them.
 */
export const SUBSCRIPTION_TABLES = {
  subscription_item: table<{
    id: string
    user_id: string
    revision: number
    /** Where it stands in the list. */
    place: number
    name: string
    kind: 'address' | 'links'
    body: string
    user_agent: string | null
    prefix: string | null
    interval_ms: number
    from_server: number
    archived: number
    created_at: number
    /** When a fetch of it last began. */
    tried_at: number | null
    /** When it is to be fetched again; null: not by the clock. */
    next_at: number | null
    /** A `FetchState` as JSON. */
    fetch_state: string
    good_text: string | null
    /** An answer that waits. */
    held_text: string | null
  }>({
    since: '003-subscriptions',
    key: ['id'],
    owner: 'user_id',
    exported: 'subscriptions',
    sealed: ['body', 'good_text', 'held_text'],
    quota: { bytes: ['body', 'good_text', 'held_text'], rows: 50 },
  }),
  /** The most nodes that an item had on a day. */
  subscription_item_day: table<{ item_id: string; day: number; nodes: number }>({
    since: '003-subscriptions',
    key: ['item_id', 'day'],
    owner: { of: 'subscription_item', by: 'item_id' },
    exported: { not: 'it only helps to judge the next answer' },
  }),
  hosted_output: table<{
    id: string
    user_id: string
    revision: number
    /** Grows whenever one of its items is served otherwise. */
    sources_revision: number
    name: string
    kind: 'recipe' | 'text'
    /** The file of the recipe, and the items of its sources; or the text. */
    content: string
    client: string
    lang: string
    interval_ms: number
    file_name: string
    keeps_record: number
    created_at: number
    updated_at: number
    /** Of the newest version. */
    version: number | null
    version_digest: string | null
    pinned_version: number | null
    failure: string | null
    failed_at: number | null
  }>({
    since: '003-subscriptions',
    key: ['id'],
    owner: 'user_id',
    exported: 'outputs',
    sealed: ['content'],
    quota: { bytes: ['content'], rows: 50 },
  }),
  /** Which items an output is made of. */
  output_item: table<{ output_id: string; item_id: string }>({
    since: '003-subscriptions',
    key: ['output_id', 'item_id'],
    owner: { of: 'hosted_output', by: 'output_id' },
    exported: 'subscriptions.usedBy',
  }),
  output_address: table<{
    id: string
    user_id: string
    output_id: string
    name: string
    token_hash: string
    token: string
    client: string | null
    paused: number
    expires_at: number | null
    created_at: number
    /** The token before the last rotation, and until when it answers. */
    old_hash: string | null
    old_until: number | null
  }>({
    since: '003-subscriptions',
    key: ['id'],
    owner: 'user_id',
    exported: 'outputs.addresses',
    sealed: ['token'],
    quota: { rows: 20 },
  }),
  output_version: table<{
    output_id: string
    number: number
    user_id: string
    at: number
    cause: 'refresh' | 'edit' | 'restore'
    nodes: number
    added: number
    removed: number
    /** A `VersionChanges` and the restored version as JSON; null where there was nothing to compare with. */
    changes: string | null
    /** The recipe and the texts that it was made of; or the text, and the client that it was for. */
    content: string
  }>({
    since: '003-subscriptions',
    key: ['output_id', 'number'],
    owner: 'user_id',
    exported: 'outputs.versions',
    sealed: ['content'],
    quota: { bytes: ['content'] },
  }),
  /** The last result for each kind of client. */
  output_render: table<{
    output_id: string
    variant: string
    user_id: string
    /** What it was made of. */
    state: string
    etag: string
    at: number
    content: string
  }>({
    since: '003-subscriptions',
    key: ['output_id', 'variant'],
    owner: 'user_id',
    exported: { not: 'it is made again' },
    sealed: ['content'],
    quota: { bytes: ['content'] },
  }),
  output_day: table<{ output_id: string; day: number; client: string; requests: number }>({
    since: '003-subscriptions',
    key: ['output_id', 'day', 'client'],
    owner: { of: 'hosted_output', by: 'output_id' },
    exported: 'outputs.record.days',
  }),
  output_request: table<{
    id: string
    output_id: string
    at: number
    client: string
    network: string
    /** The name of the address; null in rows from before it was noted. */
    address: string | null
  }>({
    since: '003-subscriptions',
    key: ['id'],
    owner: { of: 'hosted_output', by: 'output_id' },
    exported: 'outputs.record.last',
  }),
  /** The last good text of a rule list, for all outputs. Its address may hold a secret: the id is a hash of it. */
  rule_list: table<{
    id: string
    content: string
    /** Of the text. */
    hash: string
    at: number
    /** When an output last wanted it, within a day. */
    used_at: number
  }>({ since: '006-kept-lists', key: ['id'], owner: 'server', sealed: ['content'] }),
  /** What was published, and when; the output may be gone since. */
  publication: table<{
    id: string
    user_id: string
    output_id: string
    at: number
    name: string
    client: string
    position: 'hosted'
    /** Why there is a version; none where there is no version. */
    cause: 'refresh' | 'edit' | 'restore' | null
    number: number | null
    nodes: number
    /** null: nobody counted. */
    skipped: number | null
    /** `done`, or why nothing could be made. */
    result: string
    /** In the history of its person: the newest has the highest. */
    place: number
  }>({ since: '004-publications', key: ['id'], owner: 'user_id', exported: 'publications' }),
}
