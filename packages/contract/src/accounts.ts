import { LANGS } from '@switchyard/convert/languages'
import { z } from 'zod'

/** What an API token may do: read what its user keeps, change it, have texts converted. */
export const API_SCOPES = ['read', 'write', 'convert'] as const

export type ApiScope = (typeof API_SCOPES)[number]

/** A user, as that user sees it. */
export const SessionUser = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'member']),
  language: z.enum(LANGS),
})

/** Who is signed in; nobody when there is no user. */
export const SessionAnswer = z.strictObject({ user: SessionUser.optional() })
