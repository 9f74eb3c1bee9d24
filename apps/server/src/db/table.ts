import type { DataOf } from '@switchyard/contract'

/** Every place in a person's export, by its path: `outputs.addresses` are the addresses of all outputs. */
type PlaceIn<Value> = {
  [Key in keyof Value & string]: NonNullable<Value[Key]> extends readonly (infer Each)[]
    ? Key | (Each extends object ? `${Key}.${PlaceIn<Each>}` : never)
    : NonNullable<Value[Key]> extends object
      ? Key | `${Key}.${PlaceIn<NonNullable<Value[Key]>>}`
      : never
}[keyof Value & string]

export type ExportPlace = PlaceIn<DataOf<'GET /api/profile/export'>>

type Column<Row> = keyof Row & string

/** What counts to what one person may keep. docs/security.md, "What one person may keep" */
interface Quota<Row> {
  /** Columns whose bytes count, unpacked. */
  bytes?: readonly Column<Row>[]
  /** Columns that say how many bytes are kept elsewhere. */
  sizes?: readonly Column<Row>[]
  /** As many rows a person may have, or one row of another table that they belong to. */
  rows?: number
}

/** What is declared of every table. */
interface Common<Row> {
  /** The migration that made it. */
  since: string
  /** Its primary key. */
  key: readonly Column<Row>[]
  /** Columns that hold sealed text: for a place that `columnPlace` makes of table, key, column and `user_id`. */
  sealed?: readonly Column<Row>[]
  /** Its rows open doors: a restored backup opens none of them again. */
  endsWithRestore?: true
  /** By the column `user_id`. */
  quota?: Quota<Row>
}

/** Rows of nobody: they are the server's own. */
interface OfServer {
  owner: 'server'
}

/** Rows of people. They go with their person. */
interface OfPeople<Row> {
  /** `user`: the row is the person. `user_id`: whom that column names. Else whose the row is that a column refers to. */
  owner: 'user' | Extract<Column<Row>, 'user_id'> | { of: string; by: Column<Row> }
  /** Where the export of a person holds the rows; or why it does not. */
  exported: ExportPlace | { not: string }
}

/** What was declared of a table, for who walks over all of them. */
export interface TableFacts {
  since: string
  key: readonly string[]
  owner: 'server' | 'user' | 'user_id' | { of: string; by: string }
  exported: ExportPlace | { not: string }
  sealed: readonly string[]
  quota: { bytes: readonly string[]; sizes: readonly string[]; rows: number }
  endsWithRestore: boolean
}

/** The same with the type of a row, which is there for the compiler alone. */
export interface DatabaseTable<Row> extends TableFacts {
  row?: Row
}

/**
 * Says once what a table is: the type of its rows, whose they are, whether they are in a person's export, which columns are
 * sealed and what counts to a quota. Backup, export, deletion, quota and the change of a key read it.
 */
export function table<Row>(declared: Common<Row> & (OfServer | OfPeople<Row>)): DatabaseTable<Row> {
  const { exported } = { exported: { not: 'it is of nobody' }, ...declared }
  const { quota } = declared
  return {
    since: declared.since,
    key: declared.key,
    owner: declared.owner,
    exported,
    sealed: declared.sealed ?? [],
    quota: { bytes: quota?.bytes ?? [], sizes: quota?.sizes ?? [], rows: quota?.rows ?? Infinity },
    endsWithRestore: declared.endsWithRestore ?? false,
  }
}
