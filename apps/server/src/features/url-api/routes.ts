import { createHash } from 'node:crypto'
import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import { LANGS } from '@switchyard/convert/languages'
import { converterText, type Lang } from '@switchyard/locale'
import { CONVERTER_PARAMETERS } from '@switchyard/recipe/converter-query'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { identify, identifyByPath } from '../../accounts/identify.ts'
import type { Deps } from '../../deps.ts'
import type { Hosting } from '../../hosting.ts'
import type { Asked } from '../../http/asked.ts'
import { within } from '../../http/engine-refusal.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { answerNotFound } from '../../http/failures.ts'
import { findUser } from '../../http/visitor.ts'
import { remembered } from '../../http/remembered.ts'
import { langOf } from '../../http/lang-of.ts'
import { type RequestLimits, WRONG_RULE } from '../../http/request-limits.ts'
import { answerSecured, privateHeaders } from '../../http/security-headers.ts'
import { fileHeaders, isKnown, NOT_SHARED } from '../../http/file-headers.ts'
import { OWN_VERSION } from '../../http/own-version.ts'
import { SentFiles } from '../../http/sent-files.ts'
import type { Asker } from '../../shared/asker.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { visitorKey } from '../../http/client-address.ts'
import { convertApiOf } from '../../settings.ts'
import { type AskedAddress, askedAddress } from './asked-address.ts'
import { AddressConverter, type AskedConversion, type Conversion } from './converted-address.ts'

const VERSION = `Switchyard ${OWN_VERSION} (subconverter API)`
const REPORT = 'X-Switchyard-Report'
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
const MEBIBYTE = 1024 * 1024
const KEPT_BYTES = 32 * MEBIBYTE
/** Who asks again within it gets the same file: its sources are asked again after ten minutes. */
const KEPT_MS = MINUTE_MS

/** A file as it is sent. */
interface KeptFile {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  headers: Record<string, string>
  at: number
}

/** What front ends write. Text and switches alike: what cannot be read is left out. */
const QUERY = Object.fromEntries(CONVERTER_PARAMETERS.map((name) => [name, z.string().optional()]))
const STATUSES = [200, 304, 400, 401, 403, 404, 422, 429, 502, 503]

interface Call {
  c: Context
  address: () => string
  asker: () => Asker
  hold: (bytes: number) => Promise<void>
}

type Needed = Pick<Deps, 'settings' | 'store' | 'now' | 'shared' | 'engine' | 'safeFetch'> & { limits: RequestLimits }

interface UrlApi {
  endpoints: Endpoint[]
  /** The file that anybody gets for `/sub?…`, if it is in memory; undefined: the endpoint has to be asked. */
  copyFor: (asked: Asked) => Response | undefined
}

/** What front ends and scripts made for subconverter ask: docs/formats/url-api.md */
export function urlApi(deps: Needed, { lists }: Pick<Hosting, 'lists'>): UrlApi {
  const { settings, now, shared, limits } = deps
  const access = convertApiOf(settings)
  if (access === 'off') return { endpoints: [], copyFor: () => undefined }

  const converter = new AddressConverter(deps, lists)
  const wrong = shared.limit('wrong tokens', WRONG_RULE)
  const underWay = shared.once<Conversion>('conversions of addresses')
  const sentFiles = new SentFiles()
  const files = new LRUCache<string, KeptFile>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  const rule = { query: QUERY, statuses: STATUSES }
  const endpoints = [
    access === 'public'
      ? endpoint('GET /sub', { ...rule, who: 'visitor' }, answer)
      : endpoint('GET /sub', { ...rule, who: 'member', scope: 'convert', through: identify(deps) }, answer),
    // A front end takes an address and no header: the token stands in the path.
    endpoint('GET /t/:token/sub', { ...rule, who: 'visitor', through: identifyByPath(deps) }, async (call) => {
      if (findUser(call.c, 'convert')) return answer(call)
      // A right token was looked up before anything was counted.
      const waitMs = await wrong.take(call.address(), now())
      if (waitMs > 0) throw new ApiRefusal('too-many-requests', { retryAfterS: Math.ceil(waitMs / SECOND_MS) })
      return answerNotFound(call.c)
    }),
    // A page of a front end asks it, from another origin.
    endpoint('GET /version', { who: 'visitor', statuses: [200] }, ({ c }) => c.text(`${VERSION}\n`, 200, OPEN)),
  ]
  return { endpoints, copyFor }

  function copyFor(asked: Asked): Response | undefined {
    // A program says no language. Whoever does is looked at.
    if (access !== 'public' || SAYS_LANGUAGE.some((name) => asked.req.header(name) !== undefined)) return undefined
    const read = readFor(asked, LANGS[0])
    const kept = 'wrong' in read ? undefined : fileOf(read.key)
    return kept && sent(asked, kept)
  }

  async function answer({ c, address, asker, hold }: Call): Promise<Response> {
    const asked = readFor(c, langOf(c))
    if ('wrong' in asked) return refused(c, { status: 400, message: converterText(asked.wrong, langOf(c), asked.args) })
    const { key, conversion } = asked
    const kept = fileOf(key)
    if (kept) return answerSecured(c, sent(c, kept) ?? busy())
    const { person, signal } = asker()
    const made = await within(
      underWay.run(
        key,
        async (stop) => {
          // A file that is at hand, or under way, costs no conversion.
          await limits.count('conversions', address())
          return converter.convert(
            conversion,
            { person, signal: stop, isMember: findUser(c, 'convert') !== undefined },
            hold,
          )
        },
        signal,
      ),
    )
    if (!('text' in made)) return refused(c, made)
    const file = { ...fileFrom(conversion, made), at: now() }
    files.set(key, file)
    return answerSecured(c, sent(c, file) ?? busy())
  }

  function fileOf(key: string): KeptFile | undefined {
    const file = files.get(key)
    const age = file === undefined ? 0 : now() - file.at
    return age < 0 || age >= KEPT_MS ? undefined : file
  }

  /** Undefined: there is no room for one more file that is being read. */
  function sent(c: Asked, { bytes, etag, headers }: KeptFile): Response | undefined {
    if (isKnown(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    if (!sentFiles.begin(bytes, visitorKey(c, settings.TRUSTED_PROXIES), c.env)) return undefined
    return new Response(bytes, { status: 200, headers })
  }
}

function busy(): never {
  throw new ApiRefusal('unavailable')
}

const SAYS_LANGUAGE = ['accept-language', 'cookie', LANGUAGE_HEADER]

/** Who asks again says the same. */
const readAgain = remembered((said): AskedAddress => {
  // It is what `readFor` writes.
  const [search, userAgent, lang] = JSON.parse(said) as [string, string, Lang]
  return askedAddress(search, userAgent, lang)
})

function readFor({ req }: Asked, lang: Lang): AskedAddress {
  const at = req.url.indexOf('?')
  const search = at < 0 ? '' : req.url.slice(at)
  return readAgain(JSON.stringify([search, req.header('user-agent') ?? '', lang]))
}

/** In the place of a file: plain words, and the report where there is one. */
function refused(c: Context, { status, message, report }: Exclude<Conversion, { text: string }>): Response {
  const headers = privateHeaders({ ...NOT_SHARED, ...reported(report), 'Content-Type': 'text/plain; charset=utf-8' })
  return answerSecured(c, new Response(`${message}\n`, { status, headers }))
}

const reported = (report: string | undefined): Record<string, string> =>
  report === undefined ? {} : { [REPORT]: report }

function fileFrom(
  { query, to }: AskedConversion,
  { text, subscription, report }: Extract<Conversion, { text: string }>,
): Omit<KeptFile, 'at'> {
  const bytes = new TextEncoder().encode(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const { interval } = query
  // Whoever names the file names its extension too, at times.
  const name = query.name?.replace(/\.(?:ya?ml|json|txt)$/i, '')
  const said = {
    fileName: name,
    name,
    intervalMs: interval === undefined ? DAY_MS : interval * SECOND_MS,
    subscription: query.switches.append_info === false ? undefined : subscription,
  }
  return {
    bytes,
    etag,
    headers: privateHeaders({ ...NOT_SHARED, ...fileHeaders(said, to), ...reported(report), ETag: etag }),
  }
}
