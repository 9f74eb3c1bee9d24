import { findClientFacts, isSingboxVersion, outputFacts, type OutputId } from '@switchyard/convert'
import { addressText, errorMessage } from '@switchyard/locale'
import { type Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Deps } from '../../deps.ts'
import { outputNamed } from '../../engine/output-named.ts'
import { visitorKey, visitorNetwork } from '../../http/client-address.ts'
import { answerNotFound } from '../../http/failures.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { langOf } from '../../http/lang-of.ts'
import type { Hosting } from '../../hosting/hosting.ts'
import { ADDRESS_PAGE_POLICY, addressPage } from './address-page.ts'
import { type AskingClient, askingClient } from './client-agents.ts'
import type { Variant } from '../../hosting/renderer.ts'
import { OutputStore, type StoredOutput } from '../../hosting/output-store.ts'

/** docs/security.md, "Rates" */
const PER_TOKEN_A_MINUTE = 120
const MINUTE_S = 60
const WRONG_AN_HOUR = 30
const HOUR_S = 3600
const HOUR_MS = 3_600_000
const RETRY_S = 60
const UNKNOWN_CLIENT = 'other'
/** What apps look at; the type of a file that a person saves is another matter. */
const TYPES: Readonly<Record<string, string>> = { yaml: 'text/yaml', json: 'application/json' }

/** The addresses that clients fetch: what they get is their own format, and a person gets a page. */
export function addresses(deps: Pick<Deps, 'store' | 'now' | 'settings'>, { renderer, recorder }: Hosting): Hono {
  const { now, settings } = deps
  const outputs = new OutputStore(deps.store)
  const perToken = new RateLimiterMemory({ points: PER_TOKEN_A_MINUTE, duration: MINUTE_S })
  const wrong = new RateLimiterMemory({ points: WRONG_AN_HOUR, duration: HOUR_S })
  const routes = new Hono()

  routes.get('/sub/:token', async (c) => {
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    const token = c.req.param('token')
    const found = await outputs.findByToken(token, now())
    if (!found) {
      // A right token is never refused for wrong ones: it was looked up before anything was counted.
      return (await isWithin(wrong, visitorKey(c, settings.TRUSTED_PROXIES))) ? answerNotFound(c) : tooMany(c, HOUR_S)
    }
    const { output } = found
    if (!(await isWithin(perToken, `${output.id} ${token}`))) return tooMany(c, MINUTE_S)
    const agent = askingClient(c.req.header('user-agent'))
    if (isPerson(c, agent)) return page(c, token, output)
    const variant = variantOf(c, agent, found.client ?? output.client)
    if (variant === undefined) return c.text('Bad request: target, ver or list\n', 400)
    return file(c, output, variant, agent)
  })
  return routes

  async function page(c: Context, token: string, output: StoredOutput): Promise<Response> {
    c.header('Content-Security-Policy', ADDRESS_PAGE_POLICY)
    c.header('Vary', 'Accept-Language, Cookie, User-Agent')
    return c.html(
      addressPage({
        name: output.name,
        address: `${siteUrlOf(c, settings.SITE_URL)}/sub/${token}`,
        subscription: await renderer.subscription(output),
        refreshedAt: await renderer.refreshedAt(output),
        lang: langOf(c),
        userAgent: c.req.header('user-agent') ?? '',
      }),
    )
  }

  async function file(
    c: Context,
    output: StoredOutput,
    variant: Variant,
    agent: AskingClient | undefined,
  ): Promise<Response> {
    const rendered = await renderer.render(output, variant)
    const { lang } = output
    if ('unavailable' in rendered) {
      c.header('Retry-After', String(RETRY_S))
      return c.text(`${addressText('unavailable', lang)}\n`, 503)
    }
    if ('refused' in rendered) {
      const { error, args } = rendered.refused
      return c.text(`${error === 'too-many-nodes' ? error : errorMessage(error, lang, args)}\n`, 422)
    }
    if (output.keepsRecord) {
      const network = visitorNetwork(c, settings.TRUSTED_PROXIES)
      recorder.note({ outputId: output.id, at: now(), client: agent?.family ?? UNKNOWN_CLIENT, network })
    }
    for (const [name, value] of await headersOf(output, variant)) c.header(name, value)
    c.header('ETag', rendered.etag)
    // It gets what the oldest version reads that we write for.
    if (agent?.isTooOld && variant.to === agent.to) c.header('X-Switchyard-Issue', 'client-too-old')
    if (isKnown(c.req.header('if-none-match'), rendered.etag)) return c.body(null, 304)
    return c.body(rendered.text)
  }

  async function headersOf(output: StoredOutput, { to }: Variant): Promise<[string, string][]> {
    const { file } = outputFacts(to)
    const info = await renderer.subscription(output)
    const told = Object.entries(info ?? {}).map(([key, value]) => `${key}=${value}`)
    return [
      ['Content-Type', `${TYPES[file.extension] ?? 'text/plain'}; charset=utf-8`],
      ['Content-Disposition', dispositionOf(`${output.fileName}.${file.extension}`)],
      ['Profile-Update-Interval', String(Math.max(1, Math.round(output.intervalMs / HOUR_MS)))],
      ['Profile-Title', `base64:${Buffer.from(output.name).toString('base64')}`],
      ...(told.length > 0 ? ([['Subscription-Userinfo', told.join('; ')]] satisfies [string, string][]) : []),
    ]
  }
}

/** A browser that opens a page, and no program: one that names a format wants the file. */
function isPerson(c: Context, agent: AskingClient | undefined): boolean {
  if (c.req.query('target') !== undefined || agent !== undefined) return false
  if (c.req.header('sec-fetch-mode') === 'navigate') return true
  const [first = ''] = (c.req.header('accept') ?? '').split(',')
  return first.trim().toLowerCase().startsWith('text/html')
}

/** What the address asks for wins, then the program, then what the output says. Undefined: it asks for what there is not. */
function variantOf(c: Context, agent: AskingClient | undefined, fallback: OutputId): Variant | undefined {
  const target = c.req.query('target')
  const to = target === undefined || target === 'auto' ? (agent?.to ?? fallback) : outputNamed(target)
  const version = c.req.query('ver')
  const list = c.req.query('list')
  if (to === undefined) return undefined
  const { versions = [] } = findClientFacts(to) ?? {}
  const wanted = version ?? (agent?.to === to ? agent.singboxVersion : undefined)
  if (wanted !== undefined && versions.length > 0 && !versions.includes(wanted)) return undefined
  return {
    to,
    ...(wanted !== undefined && versions.includes(wanted) && isSingboxVersion(wanted)
      ? { singboxVersion: wanted }
      : {}),
    ...(list === undefined ? {} : { list: list !== 'false' && list !== '0' }),
  }
}

/** A name of any script, and a plain one for who reads no other. */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function isKnown(header: string | undefined, etag: string): boolean {
  const kept = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return kept.includes(etag) || kept.includes('*')
}

function tooMany(c: Context, seconds: number): Response {
  c.header('Retry-After', String(seconds))
  return c.text(`${addressText('too-many', langOf(c))}\n`, 429)
}

function isWithin(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  )
}
