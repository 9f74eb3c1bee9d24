import { table } from './table.ts'

/** Short addresses that lead somewhere else. Times are milliseconds since 1970, yes and no are 1 and 0. */
export const SHORT_LINK_TABLES = {
  short_link: table<{
    id: string
    user_id: string
    revision: number
    code: string
    target: string
    password_hash: string | null
    created_at: number
    expires_at: number | null
    disabled: number
    /** By the owner of the server. */
    blocked: number
    hits: number
    last_hit_at: number | null
    reports: number
    /** When its person deleted it. The person can bring it back for a day. */
    deleted_at: number | null
  }>({
    since: '008-short-links',
    key: ['id'],
    owner: 'user_id',
    exported: 'shortLinks',
    sealed: ['target'],
    quota: { bytes: ['target'], rows: 500 },
  }),
}
