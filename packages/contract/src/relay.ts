import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Subscription } from './subscription-info.ts'
import { UserAgent } from './subscriptions.ts'

const MAX_URL = 8192
const MAX_TOKEN = 1024

/** An address that the server fetches once for the page; nothing of it is kept. */
const RelayRequest = z.strictObject({
  url: z.string().trim().min(1).max(MAX_URL),
  userAgent: UserAgent.optional(),
})
const Relayed = z.strictObject({ text: z.string(), subscription: Subscription.optional() })

/** A request to a Git host that refuses browsers; nothing of it is kept. */
const GitRelayRequest = z.strictObject({
  /** Of its API. */
  base: z.string().max(MAX_URL),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Behind the base, as it is sent. */
  path: z.string().max(MAX_URL),
  headers: z.strictObject({
    accept: z.string().max(MAX_TOKEN).optional(),
    authorization: z.string().max(MAX_TOKEN).optional(),
    'private-token': z.string().max(MAX_TOKEN).optional(),
    'content-type': z.literal('application/json').optional(),
  }),
  body: z.string().optional(),
})
/** What the host answered, whatever its status; the body is in base64. */
const GitRelayed = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

export const RELAY = {
  'POST /api/relay': { body: RelayRequest, data: Relayed },
  'POST /api/relay/git': { body: GitRelayRequest, data: GitRelayed },
} as const satisfies Slice
