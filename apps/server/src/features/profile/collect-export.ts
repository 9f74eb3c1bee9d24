import type { DataOf } from '@switchyard/contract'
import { listApiTokens } from '../../accounts/api-tokens.ts'
import { listInvites } from '../../accounts/invites.ts'
import { listEvents } from '../../accounts/security-events.ts'
import { listSessions } from '../../accounts/sessions.ts'
import { listMethods } from '../../accounts/sign-in-methods.ts'
import { findUserById, userOf } from '../../accounts/users.ts'
import { StreamedData, type StreamedFields } from '../../http/answer-json.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import type { WithKeptTexts } from '../../shared/kept-text.ts'

type Export = DataOf<'GET /api/profile/export'>

type OfAccount =
  | 'switchyard'
  | 'version'
  | 'at'
  | 'user'
  | 'createdAt'
  | 'methods'
  | 'sessions'
  | 'tokens'
  | 'invites'
  | 'events'

/** What other features put into the export of a person. `site` is where addresses of the server answer. */
export type ExportParts = {
  readonly [Field in Exclude<keyof Export, OfAccount>]: (
    userId: string,
    site: string,
  ) => Promise<Export[Field]> | AsyncIterable<WithKeptTexts<Export[Field][number]>>
}

/** All that is kept for a person, in clear. What other features keep may come while it is sent. Throws the refusal `not-signed-in`. */
export async function collectExport(
  { query }: ServerStore['database'],
  parts: ExportParts,
  userId: string,
  site: string,
  now: number,
): Promise<StreamedData<Export>> {
  const user = await findUserById(query, userId)
  if (!user) throw new ApiRefusal('not-signed-in')
  const account: Pick<Export, OfAccount> = {
    switchyard: 'account',
    version: 1,
    at: now,
    user: userOf(user),
    createdAt: user.created_at,
    methods: await listMethods(query, userId),
    sessions: await listSessions(query, userId, now),
    tokens: await listApiTokens(query, userId),
    invites: await listInvites(query, now, userId),
    events: await listEvents(query, userId, now),
  }
  const others: Partial<Record<string, unknown>> = {}
  for (const [field, read] of Object.entries(parts)) others[field] = await read(userId, site)
  // `ExportParts` has a reader for every other field.
  return new StreamedData<Export>({ ...account, ...others } as StreamedFields<Export>)
}
