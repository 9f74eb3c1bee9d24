import {
  API,
  type ApiName,
  type ApiScope,
  type DataOf,
  type EndpointName,
  type EndpointShape,
  type ParamOf,
  type PathOf,
  type ReadBodyOf,
  type Slice,
  type StreamName,
  WrittenRow,
} from '@switchyard/contract'
import type { Context, Env, Hono, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ApiRefusal } from '../api-refusal.ts'
import type { Deps } from '../deps.ts'
import { within } from './engine-refusal.ts'
import type { Asker } from '../shared/asker.ts'
import type { WithKeptTexts } from '../shared/kept-text.ts'
import { untilSent } from './asked.ts'
import { answerEvents, isEvents } from './answer-events.ts'
import { PackedAnswer, StreamedData } from './answer-json.ts'
import { answerData, answerWritten } from './api-answers.ts'
import { countJson } from './count-json.ts'
import { visitorKey } from './client-address.ts'
import { answerNotFound } from './failures.ts'
import { type LimitName, type RequestLimits, spanOf, type Tries } from './request-limits.ts'
import {
  findUser,
  findSession,
  mayRead,
  requireOwner,
  requireProof,
  requireUser,
  type VisitorSession,
  type User,
} from './visitor.ts'

/**
 * Who may ask: anybody; who is signed in; who is signed in and has just shown who they are; the owner of the server, signed
 * in, and one who has just shown it.
 */
export type Who = 'visitor' | 'member' | 'proven' | 'owner' | 'proven owner'

/** What an endpoint is handed of a request. */
export interface Call<Name extends EndpointName, W extends Who, Scope extends ApiScope | undefined> {
  c: Context<Env, PathOf<Name>>
  user: W extends 'visitor' ? User | undefined : User
  /** A program with an API token has none. */
  session: W extends 'visitor'
    ? VisitorSession | undefined
    : Scope extends ApiScope
      ? VisitorSession | undefined
      : VisitorSession
  /** What was sent, as the contract says it. */
  body: ReadBodyOf<Name>
  /** By what the requests of one visitor are counted together. */
  address: () => string
  /** For whom work is done, and until when. */
  asker: () => Asker
  /**
   * Waits until there is room for opening so many bytes, which are held until the answer was sent. Throws the refusals
   * `too-much-work` and `unavailable`.
   */
  hold: (bytes: number) => Promise<void>
}

interface Rule<Name extends EndpointName, W extends Who, Scope extends ApiScope | undefined> {
  who: W
  /** A program with an API token of this scope may ask too. */
  scope?: Scope
  /** So may one with the token of one bucket: the handler keeps to `boundBucket`. */
  isOfBuckets?: true
  /** How much may be sent, where it is not as much as to all others. */
  bodyBytes?: number
  /** It is sent bytes, which the handler takes as they come. */
  takesBytes?: true
  /**
   * How often it may be asked. A limit alone is counted by address, before the body is read; what depends on the body is
   * counted behind it.
   */
  limit?: LimitName | ((call: Call<Name, W, Scope>) => Tries | Promise<Tries>)
  /** Throws a refusal where this server has no such thing, whatever the body says. */
  needs?: (c: Context<Env, PathOf<Name>>) => void
  /** What may stand behind the `?` of its address. The handler reads it itself. */
  query?: Readonly<Record<string, z.ZodType>>
  /**
   * Programs ask it, and what it answers is no data of ours: the statuses that it answers with. The contract has no shape
   * for it.
   */
  statuses?: readonly number[]
  /** Programs ask it: what is refused before the work begins has no words for a person. */
  isForPrograms?: true
  /** What a parameter of the path looks like, as a regex; an address that looks otherwise is not there. */
  params?: Partial<Record<ParamOf<Name>, string>>
  /** What looks at the answer as well. */
  through?: MiddlewareHandler
}

/** An endpoint of ours answers its data or events, one with a shape of its own makes the answer. */
type Given<Name> = Name extends StreamName
  ? AsyncIterable<DataOf<Name>>
  : Name extends ApiName
    ? WithKeptTexts<DataOf<Name>> | StreamedData<Extract<DataOf<Name>, object>> | PackedAnswer<DataOf<Name>>
    : Response

/** What is needed to see who asks, and how often. */
export type EndpointDeps = Pick<Deps, 'settings' | 'now' | 'bytes'> & { limits: RequestLimits }

/** An endpoint as it was declared. */
export interface Endpoint {
  readonly name: EndpointName
  readonly who: Who
  readonly scope: ApiScope | undefined
  readonly bodyBytes: number | undefined
  readonly takesBytes: boolean
  readonly params: Readonly<Partial<Record<string, string>>>
  readonly query: Readonly<Record<string, z.ZodType>>
  readonly statuses: readonly number[] | undefined
  readonly through: readonly MiddlewareHandler[]
  readonly answer: (c: Context, deps: EndpointDeps) => Promise<Response>
}

const SHAPES: Slice = API
/** docs/security.md, "Sizes" */
const MOST_JSON = 20_000

/**
 * Declares an endpoint: who may ask it, how much and how often. What it is sent and what it answers stands in the
 * contract. The handler is asked once all of that was seen to.
 */
export function endpoint<Name extends EndpointName, W extends Who, Scope extends ApiScope | undefined = undefined>(
  name: Name,
  rule: Rule<Name, W, Scope>,
  handler: (call: Call<Name, W, Scope>) => Given<Name> | Promise<Given<Name>>,
): Endpoint {
  const {
    who,
    scope,
    isOfBuckets = false,
    bodyBytes,
    takesBytes = false,
    limit,
    needs,
    isForPrograms = false,
    params = {},
    query = {},
    statuses,
    through,
  } = rule
  const shape = SHAPES[name]
  return {
    name,
    who,
    scope,
    bodyBytes,
    takesBytes,
    params,
    query,
    statuses,
    through: through ? [through] : [],
    answer: async (c, { settings, now, limits, bytes }) => {
      // PostgreSQL has no text with a NUL in it.
      if (Object.values<string>(c.req.param()).some((value) => value.includes('\0'))) return answerNotFound(c)
      const party = partyOf(c, who, { scope, isOfBuckets }, now())
      const address = () => visitorKey(c, settings.TRUSTED_PROXIES)
      if (typeof limit === 'string') await countFor(c, limits, [[limit, address()]])
      needs?.(c)
      const body = shape?.body && (await requireBody(c, shape.body))
      const asker = () => ({ person: party.user?.id ?? address(), signal: c.req.raw.signal })
      const hold = async (count: number) => {
        const leave = await within(bytes.enterOpened(asker(), count))
        untilSent(c.env, leave)
      }
      // What a rule says and what its handler is given belong together: the compiler does not see that they do.
      const call = { c, ...party, body, address, asker, hold } as Call<Name, W, Scope>
      if (typeof limit === 'function') await countFor(c, limits, await limit(call))
      const given = await (scope === 'write' && !mayRead(c) ? unread(() => handler(call)) : handler(call))
      if (given instanceof Response) return given
      if (shape?.isStream && isEvents(given)) return answerEvents(c, given)
      if (given instanceof PackedAnswer) return answerWritten(c, given)
      return answerData(c, given instanceof StreamedData ? given.fields : given)
    },
  }

  async function countFor(c: Context, limits: RequestLimits, tries: Tries): Promise<void> {
    for (const [each, key] of tries)
      await limits.count(each, key).catch((error: unknown) => {
        if (!isForPrograms || !(error instanceof ApiRefusal)) throw error
        c.header('Retry-After', String(spanOf(each)))
        throw new ApiRefusal(error.code, {}, null)
      })
  }

  /** What was sent, as its schema says. Throws the refusal `bad-request` with the path of the first part that is wrong. */
  async function requireBody(c: Context, schema: NonNullable<EndpointShape['body']>): Promise<unknown> {
    const text = await c.req.text()
    // Counted before it is parsed: a million values take seconds, in which nobody else is answered.
    if (countJson(text) > MOST_JSON) throw new ApiRefusal('body-too-large', {}, isForPrograms ? null : undefined)
    const value = parsedOf(text)
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const field = read.error.issues[0]?.path.join('.') ?? ''
    throw new ApiRefusal('bad-request', { field }, isForPrograms ? null : undefined)
  }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Does a change for who may not read what it gives back: of that it is told which row it was, and its revision. */
async function unread(change: () => unknown): Promise<Response | WrittenRow> {
  try {
    const given = await change()
    return given instanceof Response ? given : writtenOf(given)
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.more.current === undefined) throw error
    throw new ApiRefusal(error.code, { ...error.more, current: writtenOf(error.more.current) }, error.msg)
  }
}

function writtenOf(given: unknown): WrittenRow {
  return z.object(WrittenRow.shape).safeParse(given).data ?? {}
}

/** Who asks, where that one may. Throws the refusals of `requireUser`, `requireProof` and `requireOwner`. */
function partyOf(
  c: Context,
  who: Who,
  { scope, isOfBuckets }: { scope: ApiScope | undefined; isOfBuckets: boolean },
  now: number,
): { user: User | undefined; session: VisitorSession | undefined } {
  switch (who) {
    case 'visitor':
      return { user: findUser(c, scope, isOfBuckets), session: findSession(c) }
    case 'member':
      return { user: requireUser(c, scope, isOfBuckets), session: findSession(c) }
    case 'proven':
      return requireProof(c, now)
    case 'owner':
      return requireOwner(c)
    case 'proven owner':
      requireOwner(c)
      return requireProof(c, now)
  }
}

/** The route of an endpoint, as the app names it: method and path. */
export function routeOf({ name, params }: Pick<Endpoint, 'name' | 'params'>): readonly [method: string, path: string] {
  const [method = '', path = ''] = name.split(' ')
  const looking = Object.entries(params).reduce(
    (known, [param, form]) => known.replace(`:${param}`, `:${param}{${form}}`),
    path,
  )
  return [method, looking]
}

/** Adds endpoints to the app, in the order in which they are asked. */
export function serve(app: Hono, endpoints: readonly Endpoint[], deps: EndpointDeps): void {
  for (const each of endpoints) {
    const [method, path] = routeOf(each)
    app.on(method, [path], ...each.through, (c) => each.answer(c, deps))
  }
}
