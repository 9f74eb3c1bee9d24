import type { Deps } from '../deps.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { siteUrlOf } from '../http/host-check.ts'
import { revalidated } from '../http/revalidation.ts'

const CACHE = 'public, max-age=3600'
const HIDDEN = ['/api/', '/sub/', '/sub?', '/t/', '/s/', '/f/', '/_shell/', '/_i18n/']
/** Pages that are for the person alone; they have an address in every language. */
const HIDDEN_PAGES = ['/settings']

/** What search engines may know. */
export function sitemap({ web, settings }: Deps): Endpoint[] {
  const forAll = { who: 'visitor', through: revalidated() } as const
  const map = endpoint('GET /sitemap.xml', forAll, async ({ c }) => {
    const site = siteUrlOf(c, settings.SITE_URL)
    const pages = (await web.load()).sitemap
    const urls = pages.flatMap(({ default: fallback, locales }) => {
      const alternates = [...Object.entries(locales), ['x-default', fallback] as const]
        .map(([locale, path]) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeXml(site + path)}"/>`)
        .join('')
      return Object.values(locales).map((path) => `<url><loc>${escapeXml(site + path)}</loc>${alternates}</url>`)
    })
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
      `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
    return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': CACHE })
  })

  const robots = endpoint('GET /robots.txt', forAll, async ({ c }) => {
    // Addresses in the first language have no prefix.
    const prefixes = (await web.load()).locales.map((locale, index) => (index === 0 ? '' : `/${locale}`))
    const hidden = [...HIDDEN, ...HIDDEN_PAGES.flatMap((path) => prefixes.map((prefix) => prefix + path))]
    const lines = [
      'User-agent: *',
      ...hidden.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${siteUrlOf(c, settings.SITE_URL)}/sitemap.xml`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': CACHE })
  })
  return [map, robots]
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
