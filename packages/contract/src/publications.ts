import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, Time } from './fields.ts'
import { OutputClient, RENDER_FAILURES, VERSION_CAUSES } from './outputs.ts'

/** `done`, or why there is no new version: no source was ever fetched, or it could not be written. */
const PUBLICATION_RESULTS = ['done', 'not-fetched', ...RENDER_FAILURES] as const

/** What was published, and when: a version of an output, or why none could be made. */
const Publication = z.strictObject({
  id: z.string(),
  at: Time,
  name: z.string(),
  client: OutputClient,
  position: z.literal('hosted'),
  cause: z.enum(VERSION_CAUSES).optional(),
  number: Count.optional(),
  nodes: Count,
  /** Entries that could not be read; absent where nobody counted. */
  skipped: Count.optional(),
  result: z.enum(PUBLICATION_RESULTS),
  /** The output, where it is still there. */
  output: z.string().optional(),
})

/** The newest first. */
const PublicationList = z.strictObject({ publications: z.array(Publication) })

export const PUBLICATIONS_EXPORT = PublicationList.shape

export const PUBLICATIONS = {
  'GET /api/publications': { data: PublicationList },
  'DELETE /api/publications': { data: Done },
} as const satisfies Slice

export type PublicationResult = (typeof PUBLICATION_RESULTS)[number]
export type Publication = z.infer<typeof Publication>
