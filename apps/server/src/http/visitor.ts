import type { ApiScope } from '@switchyard/contract'
import type { Lang } from '@switchyard/convert/languages'
import type { Context } from 'hono'
import { ApiRefusal } from '../api-refusal.ts'
import { isOn } from '../shared/clocks.ts'
import { MINUTE_MS } from '@switchyard/sources/spans'

/** Who has an account. */
export interface User {
  id: string
  name: string
  email: string
  role: 'owner' | 'member'
  language: Lang
}

/** A session, and when its person last showed who they are. */
export interface VisitorSession {
  id: string
  provedAt: number
}

/** Who is signed in. */
export interface SignedInVisitor {
  user: User
  session: VisitorSession
}

/** Who asks with a token. `bucket`: it opens what is in that bucket, and nothing else. */
interface Program {
  user: User
  scopes: readonly ApiScope[]
  bucket?: string
}

/** Who asks: nobody we know, a person in a session, or a program with an API token. */
export type Visitor = { user?: undefined } | SignedInVisitor | Program

declare module 'hono' {
  interface ContextVariableMap {
    visitor: Visitor | undefined
  }
}

/** Who reads an answer: a person by their id, or `visitors` for all others. */
export function readerOf(c: Context): string {
  return c.get('visitor')?.user?.id ?? 'visitors'
}

/**
 * Who is signed in, or whose API token came with the request and has this scope. `isOfBuckets`: a token of one bucket will do, and
 * who asks keeps to `boundBucket`.
 */
export function findUser(c: Context, scope?: ApiScope, isOfBuckets = false): User | undefined {
  const visitor = visitorOf(c)
  if (visitor.user === undefined) return undefined
  if ('session' in visitor) return visitor.user
  const isRight = scope !== undefined && visitor.scopes.includes(scope) && (isOfBuckets || visitor.bucket === undefined)
  return isRight ? visitor.user : undefined
}

/** The one bucket that who asks may touch; undefined: all of theirs. */
export function boundBucket(c: Context): string | undefined {
  const visitor = visitorOf(c)
  return 'scopes' in visitor ? visitor.bucket : undefined
}

/** Whether who asks may read what a person keeps: a program with an API token may be allowed to write alone. */
export function mayRead(c: Context): boolean {
  const visitor = visitorOf(c)
  return !('scopes' in visitor) || visitor.scopes.includes('read')
}

/**
 * Who is signed in. With a scope, a program with an API token of that scope will do. Throws the refusal
 * `not-signed-in`, or `forbidden` for a token that may not do this.
 */
export function requireUser(c: Context, scope?: ApiScope, isOfBuckets = false): User {
  const user = findUser(c, scope, isOfBuckets)
  if (user === undefined) throw new ApiRefusal(visitorOf(c).user === undefined ? 'not-signed-in' : 'forbidden')
  return user
}

/** The owner of the server, signed in. Throws the refusals of `requireUser`, and `forbidden` for anybody else. */
export function requireOwner(c: Context): SignedInVisitor {
  const visitor = requireSession(c)
  if (visitor.user.role !== 'owner') throw new ApiRefusal('forbidden')
  return visitor
}

/** The session of who is signed in; undefined for a program and for nobody. */
export function findSession(c: Context): VisitorSession | undefined {
  const visitor = visitorOf(c)
  return visitor.user !== undefined && 'session' in visitor ? visitor.session : undefined
}

/** The session of who is signed in. Throws the refusals of `requireUser`. */
function requireSession(c: Context): SignedInVisitor {
  const visitor = visitorOf(c)
  if (visitor.user !== undefined && 'session' in visitor) return visitor
  throw new ApiRefusal(visitor.user === undefined ? 'not-signed-in' : 'forbidden')
}

/** How long after a person showed who they are a change of the account is taken. */
const PROOF_MS = 10 * MINUTE_MS

/** Until when a change of the account is taken from a session that was proved then; 0: it is not taken. */
export function provenUntil(provedAt: number, now: number): number {
  const until = provedAt + PROOF_MS
  return isOn(until, PROOF_MS, now) ? until : 0
}

/**
 * Who is signed in and has shown who they are in the last ten minutes. Throws the refusals of `requireUser`, and
 * `proof-needed`.
 */
export function requireProof(c: Context, now: number): SignedInVisitor {
  const visitor = requireSession(c)
  if (provenUntil(visitor.session.provedAt, now) === 0) throw new ApiRefusal('proof-needed')
  return visitor
}

/** It is set for paths of the API only. */
function visitorOf(c: Context): Visitor {
  return c.get('visitor') ?? {}
}
