import { z } from 'zod'

const count = z.int().nonnegative()

/** Traffic and expiry of a subscription: bytes and unix seconds. */
export const Subscription = z.strictObject({
  upload: count.optional(),
  download: count.optional(),
  total: count.optional(),
  expire: count.optional(),
})
