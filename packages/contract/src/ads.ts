import { z } from 'zod'
import { AD_CODE_MAX } from './ad-facts.ts'
import type { Slice } from './endpoint.ts'
import { Time } from './fields.ts'

/** A code of the operator that hides the ads of this browser. */
const AdCode = z.strictObject({ code: z.string().trim().min(1).max(AD_CODE_MAX) })

export const ADS = {
  'POST /api/ads/code': { body: AdCode, data: z.strictObject({ hiddenUntil: Time }) },
} as const satisfies Slice
