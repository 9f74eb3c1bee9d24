import { LIST_BEHAVIORS, type ListOptions } from '@switchyard/convert/configs'
import { rawFileUrl, readRulePath } from '@switchyard/convert/facts'
import { type RuleListKey, ruleListText } from '@switchyard/locale'
import { SECOND_MS } from '@switchyard/sources/spans'
import { LRUCache } from 'lru-cache'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { ListOutput } from '../../engine/jobs/list-job.ts'
import { within } from '../../http/engine-refusal.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { langOf } from '../../http/lang-of.ts'
import { isKnown } from '../../http/file-headers.ts'
import type { Asker } from '../../shared/asker.ts'
import type { RuleLists } from '../../outputs/rule-lists.ts'
import { type RuleFile, RuleFiles } from './rule-files.ts'

const MEBIBYTE = 1024 * 1024
const CONVERTED_BYTES = 32 * MEBIBYTE
const RETRY_S = 600
const LEAST_AGE_S = 60

interface WantedForm extends Pick<ListOptions, 'to' | 'behavior'> {
  /** Of the answer. */
  type: string
}

/** The forms that a list is given in, by the name in the address. */
const FORMS: Readonly<Record<string, WantedForm>> = {
  singbox: { to: 'sing-box', type: 'application/json' },
  'mihomo-yaml': { to: 'mihomo-yaml', type: 'text/yaml' },
  'mihomo-text': { to: 'mihomo-text', type: 'text/plain' },
  surge: { to: 'surge', type: 'text/plain' },
  xray: { to: 'xray', type: 'application/json' },
}
const QUERY = {
  ref: z.string().optional(),
  as: z.literal(Object.keys(FORMS)).optional(),
  behavior: z.enum(LIST_BEHAVIORS).optional(),
}
/** Endings of what may be a rule list; a file without an ending may be one too. */
const LISTS = new Set(['list', 'txt', 'yaml', 'yml', 'json', 'mrs', 'srs', 'conf', 'ini', 'rules'])
/** What mihomo downloads beside its lists. These are no lists, and too large to go through here. */
const DATABASES = new Set(['dat', 'db', 'metadb', 'mmdb'])
const STATUS = { 'not-found': 404, unavailable: 502, busy: 503 } as const

type Needed = Pick<Deps, 'safeFetch' | 'now' | 'settings' | 'shared' | 'engine'>

/**
 * Public rule lists through this server, for clients that cannot reach their host. Only files of the one raw host are given,
 * as text that no browser runs. docs/decisions/rule-lists.md
 */
export function rules(deps: Needed, lists: Pick<RuleLists, 'texts'>): Endpoint[] {
  const files = new RuleFiles(deps, lists)
  const converted = new LRUCache<string, ListOutput>({
    maxSize: CONVERTED_BYTES,
    sizeCalculation: ({ content }) => content.length + 1,
  })
  return [
    endpoint(
      'GET /rules/:place',
      {
        who: 'visitor',
        limit: 'rule lists',
        isForPrograms: true,
        params: { place: '.+' },
        query: QUERY,
        statuses: [200, 302, 304, 400, 404, 422, 429, 502, 503],
      },
      async ({ c, address, asker, hold }) => {
        c.header('Access-Control-Allow-Origin', '*')
        c.header('Access-Control-Expose-Headers', 'ETag, X-Switchyard-Dropped')
        c.header('X-Robots-Tag', 'noindex, nofollow')
        const ref = c.req.query('ref')
        const place = readRulePath(c.req.param('place') + (ref === undefined ? '' : `@${ref}`))
        if ('issue' in place) return refuse(c, place.issue, 400)
        const wanted = wantedForm(c.req.query('as'), c.req.query('behavior'))
        if (typeof wanted === 'string') return refuse(c, wanted, 400)
        const ending = endingOf(place.path)
        if (DATABASES.has(ending)) return c.redirect(rawFileUrl(place), 302)
        if (ending !== '' && !LISTS.has(ending)) return refuse(c, 'no-list', 404)
        const file = await files.find(rawFileUrl(place), address())
        if (typeof file === 'string') return refuse(c, file, STATUS[file])
        const age = Math.max(LEAST_AGE_S, Math.round(files.freshForMs(file) / SECOND_MS))
        c.header('Cache-Control', `public, max-age=${age}`)
        const etag = wanted ? `"${file.etag.slice(1, -1)}.${wanted.to}.${wanted.behavior ?? ''}"` : file.etag
        c.header('ETag', etag)
        if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304)
        if (!wanted) return send(c, file.bytes, typeOf(ending))
        await hold(file.bytes.length)
        const { content, dropped } = await writtenAs(file, etag, wanted, asker())
        c.header('X-Switchyard-Dropped', String(dropped))
        return send(c, typeof content === 'string' ? content : Uint8Array.from(content), wanted.type)
      },
    ),
  ]

  async function writtenAs(
    { bytes }: RuleFile,
    etag: string,
    { to, behavior }: WantedForm,
    asker: Asker,
  ): Promise<ListOutput> {
    const known = converted.get(etag)
    if (known) return known
    const job = { kind: 'list', content: bytes, to, ...(behavior ? { behavior } : {}) } as const
    const made = await within(deps.engine(job, asker))
    converted.set(etag, made)
    return made
  }
}

/** The form that is asked for; undefined: the list as it is. A word: what of it there is not. */
function wantedForm(
  as: string | undefined,
  behavior: string | undefined,
): WantedForm | undefined | 'form' | 'behavior' {
  const known = LIST_BEHAVIORS.find((one) => one === behavior)
  if (behavior !== undefined && known === undefined) return 'behavior'
  if (as === undefined) return undefined
  const form = Object.hasOwn(FORMS, as) ? FORMS[as] : undefined
  return form ? { ...form, ...(known === undefined ? {} : { behavior: known }) } : 'form'
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

function typeOf(ending: string): string {
  if (ending === 'mrs' || ending === 'srs') return 'application/octet-stream'
  return ending === 'json' ? 'application/json' : 'text/plain'
}

function send(c: Context, content: string | Uint8Array<ArrayBuffer>, type: string): Response {
  c.header('Content-Type', type === 'application/octet-stream' ? type : `${type}; charset=utf-8`)
  return c.body(content)
}

function refuse(c: Context, why: RuleListKey, status: 400 | 404 | 502 | 503): Response {
  c.header('Cache-Control', 'no-store')
  if (status > 500) c.header('Retry-After', String(RETRY_S))
  return c.text(`${ruleListText(why, langOf(c))}\n`, status)
}
