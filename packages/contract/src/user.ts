import { LANGS } from '@switchyard/convert/languages'
import { z } from 'zod'
import { TypedLine } from './fields.ts'

const LEAST_PASSWORD = 10
const MOST_PASSWORD = 128
export const MOST_NAME = 40
export const MOST_EMAIL = 254
const MOST_TOKEN = 200

/** Letters as a person counts them, not as JavaScript does. */
const lettersOf = (text: string): number => Array.from(text).length

export const Email = z.string().trim().max(MOST_EMAIL).pipe(z.email())
export const NewPassword = z.string().refine((text) => {
  const letters = lettersOf(text)
  return letters >= LEAST_PASSWORD && letters <= MOST_PASSWORD
})
/** One that was set once. What is far too long is not hashed at all. */
export const Password = z
  .string()
  .min(1)
  .max(MOST_PASSWORD * 4)
export const PersonName = TypedLine.trim().refine((text) => text !== '' && lettersOf(text) <= MOST_NAME)
export const Token = z.string().min(1).max(MOST_TOKEN)
export const Language = z.enum(LANGS)
export const Role = z.enum(['owner', 'member'])

/** A user, as that user sees it. */
export const SessionUser = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: Role,
    language: Language,
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.infer<typeof SessionUser>

/** Who is signed in now. */
export const SignedIn = z.strictObject({ user: SessionUser })
