import type { Publication, RenderFailure } from '@switchyard/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Rows } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import { drawId } from './row-rules.ts'

/** docs/security.md, "What one person may keep" */
const MOST_KEPT = 500
/** Of one moment the last version first. The databases do not agree where null stands. */
const numbered = sql<number>`coalesce(publication.number, 0)`

/** What happened to an output. */
export type NewPublication = Omit<Insertable<Tables['publication']>, 'id' | 'position'>

/** Notes what was published. The oldest of a person go when there are too many. */
export async function notePublication(rows: Rows, publication: NewPublication): Promise<void> {
  await rows
    .insertInto('publication')
    .values({ id: drawId(), position: 'hosted', ...publication })
    .execute()
  const places = rows
    .selectFrom('publication')
    .select('id')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('at', 'desc').orderBy(numbered, 'desc').orderBy('id'))
        .as('place'),
    )
    .where('user_id', '=', publication.user_id)
  await rows
    .deleteFrom('publication')
    .where('id', 'in', (eb) =>
      eb.selectFrom(places.as('placed')).select('placed.id').where('placed.place', '>', MOST_KEPT),
    )
    .execute()
}

/** What a person published, the newest first. */
export async function listPublications(rows: Rows, userId: string): Promise<Publication[]> {
  const found = await rows
    .selectFrom('publication')
    .leftJoin('hosted_output', 'hosted_output.id', 'publication.output_id')
    .selectAll('publication')
    .select('hosted_output.id as present')
    .where('publication.user_id', '=', userId)
    .orderBy('publication.at', 'desc')
    .orderBy(numbered, 'desc')
    .orderBy('publication.id')
    .limit(MOST_KEPT)
    .execute()
  return found.map(publicationOf)
}

function publicationOf(row: Selectable<Tables['publication']> & { present: string | null }): Publication {
  const { id, at, name, client, position, cause, number, nodes, skipped, result, present } = row
  return {
    id, at, name, client, position, nodes,
    ...(skipped === null ? {} : { skipped }),
    // Only these are written.
    result: result as RenderFailure | 'done',
    ...(cause === null ? {} : { cause }),
    ...(number === null ? {} : { number }),
    ...(present === null ? {} : { output: present }),
  } // oxfmt-ignore
}
