import { findClientFacts, outputFacts, type OutputId } from '@switchyard/convert'
import { addressText, errorMessage } from '@switchyard/locale'
import type { Lang } from '@switchyard/convert/languages'
import type { Context, Env } from 'hono'
import { z } from 'zod'
import { findDatabaseFailure } from '../../db/database-failure.ts'
import type { Deps } from '../../deps.ts'
import { outputNamed } from '../../engine/output-named.ts'
import type { Asked } from '../../http/asked.ts'
import { visitorKey, visitorNetwork } from '../../http/client-address.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { answerNotFound } from '../../http/failures.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { langOf } from '../../http/lang-of.ts'
import { ADDRESS_RULE, WRONG_RULE } from '../../http/request-limits.ts'
import { answerSecured, privateHeaders } from '../../http/security-headers.ts'
import type { Hosting } from '../../hosting.ts'
import { ADDRESS_PAGE_POLICY, addressPage } from './address-page.ts'
import { type AskingClient, askingClient } from '../../http/client-agents.ts'
import type { Rendered, Served, Variant } from '../../outputs/renderer.ts'
import { fileHeaders, isKnown, NOT_SHARED } from '../../http/file-headers.ts'
import { answerFile, SentFiles } from '../../http/sent-files.ts'
import { type FoundAddress, OutputStore } from '../../outputs/output-store.ts'
import { MemoryLimit } from '../../shared/memory/limit.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const RETRY_S = 60
const UNKNOWN_CLIENT = 'other'

const QUERY = { target: z.string().optional(), ver: z.string().optional(), list: z.boolean().optional() }
const STATUSES = [200, 304, 400, 404, 422, 429, 503]

type AddressContext = Context<Env, '/sub/:token'>

interface Addresses {
  endpoints: Endpoint[]
  /** The file that a client gets, if it is in memory; undefined: the endpoint has to be asked. */
  copyFor: (asked: Asked, token: string) => Response | undefined
}

/** The addresses that clients fetch: what they get is their own format, and a person gets a page. */
export function addresses(
  deps: Pick<Deps, 'store' | 'now' | 'settings' | 'shared'>,
  { renderer, recorder }: Hosting,
): Addresses {
  const { now, settings } = deps
  const outputs = new OutputStore(deps.store)
  const files = new SentFiles()
  // Each copy of the server counts for itself: a file in memory is sent without a wait for anybody.
  const perToken = new MemoryLimit(ADDRESS_RULE)
  const wrong = deps.shared.limit('wrong tokens', WRONG_RULE)
  const open = endpoint('GET /sub/:token', { who: 'visitor', query: QUERY, statuses: STATUSES }, async ({ c }) => {
    const answer = await answerTo(c)
    // The file brings its headers along.
    return c.get('isSecured') === true ? answer : notShared(answer)
  })
  return { endpoints: [open], copyFor }

  function copyFor(c: Asked, token: string): Response | undefined {
    const found = outputs.knownByToken(token, now())
    const served = found && renderer.opened(found)
    if (!served) return undefined
    const agent = askingClient(c.req.header('user-agent'))
    const variant = isPerson(c, agent) ? undefined : variantOf(c, agent, served, found)
    if (typeof variant !== 'object') return undefined
    const copy = renderer.copy(served, variant)
    if (!copy) return undefined
    if (perToken.takeAtOnce(token, now()) > 0) return undefined
    return file(c, served, copy, { to: variant.to, agent, address: found.name })
  }

  async function answerTo(c: AddressContext): Promise<Response> {
    const token = c.req.param('token')
    try {
      return await answerNow(c, token)
    } catch (error) {
      if (!findDatabaseFailure(error)) throw error
      return lastAnswer(c, token) ?? unavailable(c, 'database-lost', langOf(c))
    }
  }

  /** The answer as it was last, of what is in memory: the database cannot be asked. */
  function lastAnswer(c: AddressContext, token: string): Response | Promise<Response> | undefined {
    const found = outputs.lastByToken(token, now())
    const served = found && renderer.lastOpened(found)
    if (!served) return undefined
    if (perToken.takeAtOnce(token, now()) > 0) return tooMany(c, MINUTE_S)
    const agent = askingClient(c.req.header('user-agent'))
    if (isPerson(c, agent)) return page(c, token, served)
    const variant = variantOf(c, agent, served, found)
    if (typeof variant !== 'object') return undefined
    const copy = renderer.lastCopy(served, variant)
    const answer = copy && file(c, served, copy, { to: variant.to, agent, address: found.name })
    return answer && answerSecured(c, answer)
  }

  async function answerNow(c: AddressContext, token: string): Promise<Response> {
    const found = await outputs.findByToken(token, now())
    if (!found) {
      // A right token is never refused for wrong ones: it was looked up before anything was counted.
      const waitMs = await wrong.take(visitorKey(c, settings.TRUSTED_PROXIES), now())
      return waitMs === 0 ? answerNotFound(c) : tooMany(c, HOUR_S)
    }
    const served = await renderer.open(found)
    if (!served) return answerNotFound(c)
    if (perToken.takeAtOnce(token, now()) > 0) return tooMany(c, MINUTE_S)
    const agent = askingClient(c.req.header('user-agent'))
    if (isPerson(c, agent)) return page(c, token, served)
    const variant = variantOf(c, agent, served, found)
    if (variant === 'unknown') return c.text('Bad request: target, ver or list\n', 400)
    if (variant === 'one-client') return onlyAsItIs(c, served)
    const { served: current, rendered } = await renderer.render(served, variant)
    const { lang } = current
    if ('unavailable' in rendered) return unavailable(c, 'unavailable', lang)
    if ('refused' in rendered) {
      const { error, args } = rendered.refused
      return c.text(`${error === 'too-many-nodes' ? error : errorMessage(error, lang, args)}\n`, 422)
    }
    const answer = file(c, current, rendered, { to: variant.to, agent, address: found.name })
    return answer ? answerSecured(c, answer) : unavailable(c, 'unavailable', lang)
  }

  function page(c: Context, token: string, served: Served): Response | Promise<Response> {
    const { name, subscription, facts, kind, client, updatedAt } = served
    c.header('Content-Security-Policy', ADDRESS_PAGE_POLICY)
    c.header('Vary', 'Accept-Language, Cookie, User-Agent')
    const times = facts.flatMap(({ goodAt }) => goodAt ?? [])
    return c.html(
      addressPage({
        name,
        address: `${siteUrlOf(c, settings.SITE_URL)}/sub/${token}`,
        subscription,
        ...(kind === 'text' ? { only: client } : {}),
        refreshedAt: kind === 'text' ? updatedAt : times.length > 0 ? Math.max(...times) : undefined,
        lang: langOf(c),
        userAgent: c.req.header('user-agent') ?? '',
      }),
    )
  }

  function file(
    c: Asked,
    served: Served,
    { bytes, etag }: Extract<Rendered, { bytes: unknown }>,
    { to, agent, address }: { to: OutputId; agent: AskingClient | undefined; address: string },
  ): Response | undefined {
    if (served.keepsRecord) {
      const network = visitorNetwork(c, settings.TRUSTED_PROXIES)
      recorder.note(served.id, { at: now(), client: agent?.family ?? UNKNOWN_CLIENT, network, address })
    }
    const known = headersOf(served, to, etag)
    // It gets what the oldest version reads that we write for.
    const isTooOld = agent?.isTooOld === true && to === agent.to
    const headers = isTooOld ? { ...known, 'X-Switchyard-Issue': 'client-too-old' } : known
    if (isKnown(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    if (!files.begin(bytes, served.userId, c.env)) return undefined
    return answerFile(bytes, headers, served.userId)
  }
}

interface KnownHeaders {
  etag: string
  headers: Record<string, string>
}

/** By what is served of an output, and by the client: made once for a result. */
const knownHeaders = new WeakMap<Served, Partial<Record<OutputId, KnownHeaders>>>()

function headersOf(served: Served, to: OutputId, etag: string): Record<string, string> {
  const all = knownHeaders.get(served)
  const known = all?.[to]
  if (known?.etag === etag) return known.headers
  const headers = privateHeaders({ ...NOT_SHARED, ...fileHeaders(served, to), ETag: etag })
  knownHeaders.set(served, { ...all, [to]: { etag, headers } })
  return headers
}

/** A browser that opens a page, and no program: one that names a format wants the file. */
function isPerson(c: Asked, agent: AskingClient | undefined): boolean {
  if (c.req.query('target') !== undefined || agent !== undefined) return false
  if (c.req.header('sec-fetch-mode') === 'navigate') return true
  const [first = ''] = (c.req.header('accept') ?? '').split(',')
  return first.trim().toLowerCase().startsWith('text/html')
}

/**
 * What the address asks for wins, then the program, then what the output says. `unknown`: it asks for what there is not. A
 * config that is served as it is has one client, whoever asks; `one-client`: it is asked for in another form.
 */
function variantOf(
  c: Asked,
  agent: AskingClient | undefined,
  served: Served,
  found: FoundAddress,
): Variant | 'unknown' | 'one-client' {
  const target = c.req.query('target')
  const named = target === undefined || target === 'auto' ? undefined : outputNamed(target)
  const version = c.req.query('ver')
  const list = isOn(c.req.query('list'))
  if (named === undefined && target !== undefined && target !== 'auto') return 'unknown'
  if (served.kind === 'text') {
    const to = served.client
    return (named ?? to) !== to || version !== undefined || list === true ? 'one-client' : { to }
  }
  const to = named ?? agent?.to ?? found.client ?? served.client
  const { versions = [] } = findClientFacts(to) ?? {}
  const wanted = version ?? (agent?.to === to ? agent.version : undefined)
  if (wanted !== undefined && versions.length > 0 && !versions.includes(wanted)) return 'unknown'
  return {
    to,
    ...(wanted !== undefined && versions.includes(wanted) ? { version: wanted } : {}),
    ...(list === undefined ? {} : { list }),
  }
}

function isOn(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== 'false' && value !== '0'
}

/** The refusal of a form that a config as it is does not have: with its code for programs, and a sentence for people. */
function onlyAsItIs(c: Context, { client, lang }: Served): Response {
  c.header('X-Switchyard-Issue', 'one-client')
  const { title } = outputFacts(client)
  return c.text(`one-client: ${addressText('one-client', lang, { client: title, target: client })}\n`, 422)
}

function notShared(answer: Response): Response {
  for (const [name, value] of Object.entries(NOT_SHARED)) answer.headers.set(name, value)
  return answer
}

function unavailable(c: Context, why: 'unavailable' | 'database-lost', lang: Lang): Response {
  c.header('Retry-After', String(RETRY_S))
  return c.text(`${addressText(why, lang)}\n`, 503)
}

function tooMany(c: Context, seconds: number): Response {
  c.header('Retry-After', String(seconds))
  return c.text(`${addressText('too-many', langOf(c))}\n`, 429)
}
