import { useSyncExternalStore } from 'react'
import { useAppConfig } from '../../lib/app-config.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { PAGE_WORDS, titleOf } from '../../page-words.ts'
import type { Page } from '../../pages.ts'

const neverChanges = () => () => undefined

/** Where the page stands, for search engines. Only the server writes it: the browser would let no text become a script. */
export function Breadcrumb({ page }: { page: Page }) {
  const locale = useRouteLocale()
  const { siteUrl } = useAppConfig()
  const isServer = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  if (!isServer) return null
  const trail = breadcrumb([
    { name: PAGE_WORDS[locale].product, url: siteUrl + localizedPath(locale, '/') },
    { name: titleOf(locale, page), url: siteUrl + localizedPath(locale, page.path) },
  ])
  // oxlint-disable-next-line react/no-danger -- titles of ours as JSON, without a `<`
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: trail }} />
}

/** https://schema.org/BreadcrumbList */
export function breadcrumb(places: readonly { name: string; url: string }[]): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: places.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }).replaceAll('<', String.raw`\u003c`)
}
