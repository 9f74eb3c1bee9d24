import type { Publication, PublicationResult } from '@switchyard/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Rows } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import { changeOfUser, drawId } from '../db/row-rules.ts'

/** docs/security.md, "What one person may keep" */
const MOST_KEPT = 500

/** What happened to an output. */
export type NewPublication = Omit<Insertable<Tables['publication']>, 'id' | 'position' | 'place'>

/** Notes what was published, in a change of what its user keeps. The oldest of a person go when there are too many. */
export async function notePublication(rows: Rows, publication: NewPublication): Promise<void> {
  const ofUser = rows.selectFrom('publication').where('user_id', '=', publication.user_id)
  // By the order in which they came: a clock that was set back would put the newest behind the others.
  const { last } = await ofUser.select(({ fn }) => fn.max('place').as('last')).executeTakeFirstOrThrow()
  const place = (last ?? 0) + 1
  await rows
    .insertInto('publication')
    .values({ id: drawId(), position: 'hosted', place, ...publication })
    .execute()
  const kept = ofUser.select('place').orderBy('place', 'desc').limit(1).offset(MOST_KEPT)
  await rows.deleteFrom('publication').where('user_id', '=', publication.user_id).where('place', '<=', kept).execute()
}

/** An output that was to be published. */
interface Published {
  id: string
  userId: string
  name: string
  client: string
}

/** Notes why there is no new version: once, as long as nothing else becomes of the output, unless a person tries it again. */
export async function noteFailure(
  rows: Rows,
  { id, userId, name, client }: Published,
  { result, isTriedAgain = false }: { result: Exclude<PublicationResult, 'done'>; isTriedAgain?: boolean },
  now: number,
): Promise<void> {
  const last = await rows
    .selectFrom('publication')
    .select('result')
    .where('user_id', '=', userId)
    .where('output_id', '=', id)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.result === result && !isTriedAgain) return
  const isThere = rows.selectFrom('hosted_output').select('id').where('id', '=', id).where('user_id', '=', userId)
  // It may have been deleted during the work, and its person too.
  if (!(await isThere.executeTakeFirst())) return
  await notePublication(rows, {
    user_id: userId, output_id: id, at: now, name, client, cause: null, number: null, nodes: 0, skipped: null, result,
  }) // oxfmt-ignore
}

/** What a person published, the newest first. */
export async function listPublications(rows: Rows, userId: string): Promise<Publication[]> {
  const found = await rows
    .selectFrom('publication')
    .leftJoin('hosted_output', 'hosted_output.id', 'publication.output_id')
    .selectAll('publication')
    .select('hosted_output.id as present')
    .where('publication.user_id', '=', userId)
    .orderBy('publication.place', 'desc')
    .limit(MOST_KEPT)
    .execute()
  return found.map(publicationOf)
}

/** Forgets what a person published. What is there stays, with its versions. */
export async function clearPublications(database: Database, userId: string): Promise<void> {
  await changeOfUser(database, userId, (rows) => rows.deleteFrom('publication').where('user_id', '=', userId).execute())
}

function publicationOf(row: Selectable<Tables['publication']> & { present: string | null }): Publication {
  const { id, at, name, client, position, cause, number, nodes, skipped, result, present } = row
  return {
    id, at, name, client, position, nodes,
    ...(skipped === null ? {} : { skipped }),
    // Only these are written.
    result: result as PublicationResult,
    ...(cause === null ? {} : { cause }),
    ...(number === null ? {} : { number }),
    ...(present === null ? {} : { output: present }),
  } // oxfmt-ignore
}
