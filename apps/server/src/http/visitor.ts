import type { ApiScope } from '@switchyard/contract'
import type { Lang } from '@switchyard/convert/languages'
import type { Context } from 'hono'
import { ApiRefusal } from '../api-refusal.ts'

/** Who has an account. */
export interface User {
  id: string
  name: string
  email: string
  role: 'owner' | 'member'
  language: Lang
}

/** Who asks: nobody we know, a person in a session, or a program with an API token. */
export type Visitor =
  | { user?: undefined }
  | { user: User; session: { id: string; provedAt: number } }
  | { user: User; scopes: readonly ApiScope[] }

declare module 'hono' {
  interface ContextVariableMap {
    visitor: Visitor | undefined
  }
}

/** Who is signed in, or whose API token came with the request and has this scope. */
export function findUser(c: Context, scope?: ApiScope): User | undefined {
  const visitor = visitorOf(c)
  if (visitor.user === undefined) return undefined
  return 'session' in visitor || (scope !== undefined && visitor.scopes.includes(scope)) ? visitor.user : undefined
}

/**
 * Who is signed in. With a scope, a program with an API token of that scope will do. Throws the refusal
 * `not-signed-in`, or `forbidden` for a token that may not do this.
 */
export function requireUser(c: Context, scope?: ApiScope): User {
  const user = findUser(c, scope)
  if (user === undefined) throw new ApiRefusal(visitorOf(c).user === undefined ? 'not-signed-in' : 'forbidden')
  return user
}

/** The owner of the server, signed in. Throws the refusals of `requireUser`, and `forbidden` for anybody else. */
export function requireOwner(c: Context): User {
  const user = requireUser(c)
  if (user.role !== 'owner') throw new ApiRefusal('forbidden')
  return user
}

/** The session of who is signed in. Throws the refusals of `requireUser`. */
export function requireSession(c: Context): { user: User; session: { id: string; provedAt: number } } {
  const visitor = visitorOf(c)
  if (visitor.user !== undefined && 'session' in visitor) return visitor
  throw new ApiRefusal(visitor.user === undefined ? 'not-signed-in' : 'forbidden')
}

/** It is set for paths of the API only. */
function visitorOf(c: Context): Visitor {
  return c.get('visitor') ?? {}
}
