import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, Time, TypedLine } from './fields.ts'
import {
  PROBE_BATCH_MAX,
  PROBE_HISTORY_MAX,
  PROBE_INTERVALS_MIN,
  PROBE_REASONS,
  PROBE_TRANSPORTS,
  SCHEDULED_PROBES_PER_DAY,
} from './probe-facts.ts'

const MINUTES_PER_DAY = 24 * 60
const MAX_HOST = 253
const MAX_PORT = 65_535
const MAX_ALPN = 8
/** A name of ALPN is sent behind one byte that says its length. */
const MAX_ALPN_NAME = 255

/** What is checked of a node. Nothing else of it is sent: no name, no user, no password. */
export const ProbeTarget = z
  .strictObject({
    /** A name, or an address without brackets. */
    host: TypedLine.trim().min(1).max(MAX_HOST),
    port: z.int().min(1).max(MAX_PORT),
    transport: z.enum(PROBE_TRANSPORTS),
    /** The name that TLS asks for, where it is not the host. */
    sni: TypedLine.trim().min(1).max(MAX_HOST).optional(),
    alpn: z.array(TypedLine.min(1).max(MAX_ALPN_NAME)).max(MAX_ALPN).optional(),
  })
  .meta({ id: 'ProbeTarget' })

const Millis = z.number().nonnegative()

const ProbeCertificate = z.strictObject({
  expiresAt: Time,
  isExpired: z.boolean(),
  isSelfSigned: z.boolean(),
  /** For the name that was asked for. */
  matchesName: z.boolean(),
  /** An authority that this server knows has signed it, and it is in force. */
  isTrusted: z.boolean(),
  issuer: z.string().optional(),
})

/** What a check found. Each level is there once it was passed. */
export const ProbeResult = z
  .strictObject({
    checkedAt: Time,
    /** It was found for somebody, at most ten minutes before it was asked for. */
    isCached: z.boolean(),
    /** `refused`: nothing was sent. */
    outcome: z.enum(['reachable', 'unreachable', 'refused']),
    /** Of what was not reached. */
    reason: z.enum(PROBE_REASONS).optional(),
    dns: z.strictObject({ count: Count, ms: Millis }).optional(),
    tcp: z.strictObject({ ms: Millis }).optional(),
    tls: z
      .strictObject({
        ms: Millis,
        /** `TLSv1.3` */
        version: z.string(),
        alpn: z.string().optional(),
        certificate: ProbeCertificate.optional(),
      })
      .optional(),
    /** `answers`: something that speaks QUIC is there, and no more is known. */
    quic: z.strictObject({ ms: Millis, proves: z.enum(['handshake', 'answers']) }).optional(),
  })
  .meta({ id: 'ProbeResult' })

const ProbeRequest = z.strictObject({ targets: z.array(ProbeTarget).min(1).max(PROBE_BATCH_MAX) })

/** What comes while a batch is checked: results as they are found, and one `end`. */
const ProbeEvent = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('result'),
    /** `index`: of the target in what was sent. */
    data: z.strictObject({ index: Count, result: ProbeResult }),
  }),
  z.strictObject({
    event: z.literal('end'),
    /** `left`: how many a limit did not let through; they have no result. `retryAt`: when the first of them may be asked again. */
    data: z.strictObject({ left: Count, retryAt: Time.optional() }),
  }),
])

/** Under which terms this server checks. */
const ProbeTerms = z.strictObject({
  access: z.enum(['off', 'users', 'public']),
  /** Whether who asks may check now, and by the clock. */
  mayCheck: z.boolean(),
  maySchedule: z.boolean(),
  /** From where is checked: the host of the site; none where it is known as this machine alone. */
  vantage: z.string().optional(),
  batch: Count,
  atOnce: Count,
  /** Checks of one person in a day. */
  perDay: Count,
  /** How long the same host and port are not asked again. */
  pauseMs: Count,
  /** How long a result is given out again. */
  keptMs: Count,
})

/** `key`: by what the page knows its node. It is drawn at random and says nothing. */
export const ScheduledTarget = z.strictObject({
  key: z.string().regex(/^[\w-]{1,64}$/),
  target: ProbeTarget,
})

const scheduled = {
  everyMinutes: z.literal(PROBE_INTERVALS_MIN),
  targets: z.array(ScheduledTarget).min(1).max(PROBE_BATCH_MAX),
}

/** What a person agreed to have checked by the clock. */
export const ProbeSchedule = z
  .strictObject(scheduled)
  .refine(
    ({ everyMinutes, targets }) => (targets.length * MINUTES_PER_DAY) / everyMinutes <= SCHEDULED_PROBES_PER_DAY,
    {
      error: `at most ${SCHEDULED_PROBES_PER_DAY} checks a day`,
      path: ['targets'],
    },
  )
  .refine(({ targets }) => new Set(targets.map(({ key }) => key)).size === targets.length, {
    error: 'each key once',
    path: ['targets'],
  })

const KeptSchedule = z.strictObject({
  schedule: ProbeSchedule.optional(),
  /** When it is checked next. */
  nextAt: Time.optional(),
})

/** The oldest result first. */
const TargetHistory = z.strictObject({ key: z.string(), results: z.array(ProbeResult).max(PROBE_HISTORY_MAX) })

const ProbeHistory = z.strictObject({ targets: z.array(TargetHistory) })

/** What the export of an account holds of checks by the clock: one entry, or none. */
export const PROBES_EXPORT = {
  probes: z.array(z.strictObject({ ...scheduled, history: z.array(TargetHistory) })),
}

export const PROBES = {
  'GET /api/probes/terms': { data: ProbeTerms },
  /** It answers with events: `data` is one of them. */
  'POST /api/probes': { body: ProbeRequest, data: ProbeEvent, isStream: true },
  'GET /api/probes/schedule': { data: KeptSchedule },
  'PUT /api/probes/schedule': { body: ProbeSchedule, data: KeptSchedule },
  /** The targets go, and their history with them. */
  'DELETE /api/probes/schedule': { data: Done },
  'GET /api/probes/history': { data: ProbeHistory },
  'DELETE /api/probes/history': { data: Done },
} as const satisfies Slice

export type ProbeTarget = z.output<typeof ProbeTarget>
export type ProbeResult = z.infer<typeof ProbeResult>
export type ProbeCertificate = z.infer<typeof ProbeCertificate>
export type ProbeEvent = z.infer<typeof ProbeEvent>
export type ProbeTerms = z.infer<typeof ProbeTerms>
export type ProbeSchedule = z.output<typeof ProbeSchedule>
export type ScheduledTarget = z.output<typeof ScheduledTarget>
export type TargetHistory = z.infer<typeof TargetHistory>
