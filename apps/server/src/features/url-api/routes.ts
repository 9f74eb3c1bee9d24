import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import { LANGS } from '@switchyard/convert/languages'
import { converterText, type Lang } from '@switchyard/locale'
import { CONVERTER_PARAMETERS } from '@switchyard/recipe/converter-query'
import { SECOND_MS } from '@switchyard/sources/spans'
import type { Context } from 'hono'
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
import { OWN_VERSION } from '../../http/own-version.ts'
import type { Asker } from '../../shared/asker.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { convertApiOf } from '../../settings.ts'
import { type AskedAddress, askedAddress } from './asked-address.ts'
import { AddressConverter, type Conversion } from '../../conversions/address-converter.ts'
import { answerRefused, ConversionFiles } from '../../conversions/conversion-files.ts'

const VERSION = `Switchyard ${OWN_VERSION} (subconverter API)`
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }

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
  const files = new ConversionFiles(deps)
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
    const kept = 'wrong' in read ? undefined : files.find(read.key)
    return kept && files.sent(asked, kept)
  }

  async function answer({ c, address, asker, hold }: Call): Promise<Response> {
    const asked = readFor(c, langOf(c))
    if ('wrong' in asked)
      return answerRefused(c, { status: 400, message: converterText(asked.wrong, langOf(c), asked.args) })
    const { key, conversion } = asked
    const kept = files.find(key)
    if (kept) return files.answer(c, kept)
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
    if (!('text' in made)) return answerRefused(c, made)
    return files.answer(c, files.keep(key, conversion, made))
  }
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
