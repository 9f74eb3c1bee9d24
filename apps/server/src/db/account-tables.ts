import type { Lang } from '@switchyard/convert/languages'
import { table } from './table.ts'

/** A row that belongs to a user, and goes with that user. */
export interface Owned {
  id: string
  user_id: string
}

/** The tables of accounts. Times are milliseconds since 1970. Tables that others refer to stand before them. */
export const ACCOUNT_TABLES = {
  user_account: table<{
    id: string
    /** In small letters. */
    email: string
    email_confirmed_at: number | null
    name: string
    language: Lang
    role: 'owner' | 'member'
    /** What this user may keep; null: what everybody may. */
    quota_bytes: number | null
    created_at: number
    disabled_at: number | null
  }>({ since: '002-accounts', key: ['id'], owner: 'user', exported: 'user' }),
  /** One row: the hash of the setup code, and when the first account was made. */
  setup_state: table<{ id: number; code_hash: string; done_at: number | null }>({
    since: '002-accounts',
    key: ['id'],
    owner: 'server',
  }),
  sign_in_method: table<
    Owned & {
      kind: 'password' | 'github' | 'gitlab' | 'gitee'
      /** Who it is for the provider; for a password the id of the user. */
      subject: string
      /** Of a password. */
      secret_hash: string | null
      label: string
      created_at: number
      used_at: number | null
    }
  >({ since: '002-accounts', key: ['id'], owner: 'user_id', exported: 'methods' }),
  passkey: table<
    Owned & {
      credential: string
      public_key: string
      counter: number
      /** With commas between them. */
      transports: string
      label: string
      created_at: number
      used_at: number | null
    }
  >({ since: '002-accounts', key: ['id'], owner: 'user_id', exported: 'methods', quota: { rows: 20 } }),
  session: table<
    Owned & {
      hash: string
      created_at: number
      seen_at: number
      /** When the person last showed who they are. */
      proved_at: number
      device: string
      /** The beginning of the address: /24 or /48. */
      network: string
    }
  >({ since: '002-accounts', key: ['id'], owner: 'user_id', exported: 'sessions', endsWithRestore: true }),
  /** Its user is the owner who made it. */
  invite: table<
    Owned & { hash: string; label: string; created_at: number; expires_at: number; used_at: number | null }
  >({ since: '002-accounts', key: ['id'], owner: 'user_id', exported: 'invites', endsWithRestore: true }),
  /** Links that end up in a mail: they reset a password, or confirm an address. */
  account_link: table<Owned & { hash: string; purpose: 'reset' | 'confirm'; email: string; expires_at: number }>({
    since: '002-accounts',
    key: ['id'],
    owner: 'user_id',
    exported: { not: 'it opens a door' },
    endsWithRestore: true,
  }),
  api_token: table<
    Owned & {
      hash: string
      /** Its last four letters. */
      tail: string
      name: string
      /** With spaces between them. */
      scopes: string
      created_at: number
      expires_at: number | null
      used_at: number | null
    }
  >({ since: '002-accounts', key: ['id'], owner: 'user_id', exported: 'tokens', quota: { rows: 50 } }),
  security_event: table<Owned & { at: number; what: string; network: string }>({
    since: '002-accounts',
    key: ['id'],
    owner: 'user_id',
    exported: 'events',
  }),
  /** A way to a provider and back, or a challenge for a passkey. */
  sign_in_attempt: table<{ id: string; kind: string; hash: string; sealed: string; expires_at: number }>({
    since: '002-accounts',
    key: ['id'],
    owner: 'server',
    sealed: ['sealed'],
    endsWithRestore: true,
  }),
}
