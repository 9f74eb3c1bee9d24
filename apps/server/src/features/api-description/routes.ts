import { DEFAULT_LANG, type Lang } from '@switchyard/convert/languages'
import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { pageLangOf } from '../../http/lang-of.ts'
import { OWN_VERSION } from '../../http/own-version.ts'
import { revalidated } from '../../http/revalidation.ts'
import { describeApi } from './describe-api.ts'

/** What the server says of the other endpoints and of this one, to programs and to the page that shows it. */
export function apiDescription({ settings }: Pick<Deps, 'settings'>, others: readonly Endpoint[]): Endpoint {
  const texts = new Map<Lang, string>()
  const own = endpoint('GET /openapi.json', { who: 'visitor', statuses: [200, 304], through: revalidated() }, ({ c }) =>
    c.body(textIn(pageLangOf(c) ?? DEFAULT_LANG), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
      // Who writes a client may read it from anywhere: it is the same for everybody.
      'Access-Control-Allow-Origin': '*',
      Vary: LANGUAGE_HEADER,
    }),
  )
  return own

  function textIn(lang: Lang): string {
    const known = texts.get(lang)
    if (known !== undefined) return known
    const described = { site: settings.SITE_URL ?? '/', version: OWN_VERSION, lang }
    const text = JSON.stringify(describeApi([...others, own], described))
    texts.set(lang, text)
    return text
  }
}
