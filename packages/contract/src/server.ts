import { z } from 'zod'
import type { Slice } from './endpoint.ts'

/** Which build the server has. */
const Build = z.strictObject({ id: z.string().min(1) })

/** Whether the server is alive, or ready. */
const Health = z.strictObject({ ok: z.boolean() })

/** An answer without a body. */
export const Nothing = z.null()

const size = z.number().positive().optional()

/** Icons of one collection, as Iconify writes them. */
const IconSet = z.strictObject({
  prefix: z.string(),
  icons: z.record(z.string(), z.strictObject({ body: z.string(), width: size, height: size })),
  width: size,
  height: size,
  /** Names that do not exist; one that is in neither list may be asked for again. */
  not_found: z.array(z.string()).optional(),
})

/** What the server says of itself, and its icons. These keep a shape of their own. */
export const SERVER = {
  'GET /_build': { data: Build },
  'GET /api/_nuxt_icon/:file': { data: IconSet },
  'GET /healthz': { data: Health },
  'GET /readyz': { data: Health },
} as const satisfies Slice
