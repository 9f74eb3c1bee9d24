import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Subscription } from './subscription-info.ts'
import { UserAgent } from './subscriptions.ts'

const MAX_URL = 8192

/** An address that the server fetches once for the page; nothing of it is kept. */
const RelayRequest = z.strictObject({
  url: z.string().trim().min(1).max(MAX_URL),
  userAgent: UserAgent.optional(),
})
const Relayed = z.strictObject({ text: z.string(), subscription: Subscription.optional() })

export const RELAY = {
  'POST /api/relay': { body: RelayRequest, data: Relayed },
} as const satisfies Slice
