import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The database, or a transaction in it. */
export type Rows = Kysely<Tables>
