import { z } from 'zod'
import { SessionUser } from './user.ts'
import { API_ERRORS } from './api-errors.ts'
import { ConvertReport } from './convert.ts'
import { WrittenRow } from './fields.ts'
import { HostedOutput } from './outputs.ts'
import { ShortLink } from './short-links.ts'
import { FileShare, StorageEntry } from './storage.ts'
import { SubscriptionItem } from './subscriptions.ts'

/** The `code` of an answer that worked. */
export const SUCCESS = 200

/**
 * What goes around every answer of our own API. `msg` is there only when a person should read it; `message` is for who
 * writes programs.
 */
export const envelopeOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ code: z.int(), msg: z.string().optional(), message: z.string(), data })

/** What goes around an answer of the storage service. */
export const storageEnvelopeOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data })

/** What an answer that failed carries. */
export const FailureData = z.strictObject({
  error: z.enum(API_ERRORS),
  /** The number of the failure in the log. */
  id: z.uuid().optional(),
  /** What of the request is wrong: the path of the field. */
  field: z.string().optional(),
  /** How many seconds to wait before the next try. */
  retryAfterS: z.int().positive().optional(),
  /** Why a conversion gave nothing: a code of the engine. */
  reason: z.string().optional(),
  /** The status that another server answered. */
  status: z.int().optional(),
  /** Of a `conflict`: how it is now. */
  current: z
    .union([SubscriptionItem, HostedOutput, SessionUser, ShortLink, FileShare, StorageEntry, WrittenRow])
    .optional(),
  /** What became of the entries all the same. */
  report: ConvertReport.optional(),
})

export type FailureData = z.infer<typeof FailureData>

/** An answer that failed: `code` is the status. The storage service says `success: false` as well. */
export const FailureEnvelope = envelopeOf(FailureData)
  .extend({ success: z.literal(false).optional() })
  .meta({ id: 'Failure' })

export type FailureEnvelope = z.infer<typeof FailureEnvelope>

/** An answer in its envelope. */
export interface Envelope<Data> {
  code: number
  msg?: string
  message: string
  data: Data
}
