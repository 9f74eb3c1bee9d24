import { DAY_MS } from '@switchyard/sources/spans'
import type { Deps } from '../deps.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { answerNotFound } from '../http/failures.ts'
import { siteUrlOf } from '../http/host-check.ts'

const PATH = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180
const CACHE = 'public, max-age=3600'

/**
 * Whom to write to about a weakness of this site (RFC 9116). It is the operator who answers for a site, so there is none
 * until the operator names somebody: SECURITY_CONTACT.
 */
export function securityText({ settings, web, now }: Pick<Deps, 'settings' | 'web' | 'now'>): Endpoint {
  const contact = settings.SECURITY_CONTACT
  return endpoint(`GET ${PATH}`, { who: 'visitor', statuses: [200, 404] }, async ({ c }) => {
    if (contact === undefined) return answerNotFound(c)
    // The same text for a day, so that copies of it stay good.
    const expires = new Date(Math.floor(now() / DAY_MS + VALID_DAYS) * DAY_MS)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${(await web.load()).locales.join(', ')}`,
      `Canonical: ${siteUrlOf(c, settings.SITE_URL)}${PATH}`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': CACHE })
  })
}
