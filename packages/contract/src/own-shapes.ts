import { z } from 'zod'

/** Which build the server has. */
export const Build = z.strictObject({ id: z.string().min(1) })

/** Whether the server is alive, or ready. */
export const Health = z.strictObject({ ok: z.boolean() })

/** An answer without a body. */
export const Nothing = z.null()

const size = z.number().positive().optional()

/** Icons of one collection, as Iconify writes them. */
export const IconSet = z.strictObject({
  prefix: z.string(),
  icons: z.record(z.string(), z.strictObject({ body: z.string(), width: size, height: size })),
  width: size,
  height: size,
  /** Names that do not exist; one that is in neither list may be asked for again. */
  not_found: z.array(z.string()).optional(),
})
