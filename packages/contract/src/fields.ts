import { z } from 'zod'

/** Milliseconds since 1970. */
export const Time = z.int().nonnegative()

export const Count = z.int().nonnegative()

/** PostgreSQL keeps numbers of four bytes. */
const LAST_REVISION = 2 ** 31 - 2

/** Grows with each change of what a person says; a change names the one that it was made on. */
export const Revision = z.int().nonnegative().max(LAST_REVISION)

/** It is done, and there is nothing to say of it. */
export const Done = z.strictObject({})

/** What a program is answered that may change something and not read it. */
export const WrittenRow = z
  .strictObject({ id: z.string().optional(), revision: Revision.optional() })
  .meta({ id: 'WrittenRow' })
export type WrittenRow = z.infer<typeof WrittenRow>

// oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL, and a header breaks at others
const CONTROLS = /[\u0000-\u001f\u007f]/

/** A line that a person typed. */
export const TypedLine = z.string().refine((text) => !CONTROLS.test(text), 'no control character')

/** What may be the name of a file. */
export const FileLine = TypedLine.refine((text) => !/[/\\]/.test(text), 'no path')

const MOST_OWN_NAME = 64

/** A name that a person gives to what is theirs: 1 to 64 characters, none of them invisible alone. */
export const OwnName = TypedLine.trim().refine(
  (name) => name.length > 0 && Array.from(name).length <= MOST_OWN_NAME,
  `1 to ${MOST_OWN_NAME} characters`,
)
