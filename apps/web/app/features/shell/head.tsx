import { useLocation, useMatches } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { DEFAULT_LOCALE, LOCALES, localizedPath, type Locale } from '../../lib/locale.ts'
import { pageName } from '../../lib/page-name.ts'
import { useStore } from '../../lib/store.ts'
import { PAGE_WORDS, titleOf } from '../../page-words.ts'
import type { Page } from '../../pages.ts'

/** What the product is called. */
export const productIn = (locale: Locale): string => PAGE_WORDS[locale].product

/** What the address bar shows for this state of a page only; no page of its own. */
const STATE_PARAMETERS = ['dialog', 'view', 'tab', 'redirect']

const SHARE_WIDTH = 1200
const SHARE_HEIGHT = 630

/** The page that is shown, when there is one at this address. */
export function usePage(): Page | undefined {
  const matches = useMatches()
  // The routes of pages have a handle that names it (`RouteHandle`).
  return (matches.at(-1)?.handle as { page?: Page } | undefined)?.page
}

/** What the page is called: by what it shows when that says so, else by its name in the list of pages. */
export function usePageTitle(locale: Locale): string | undefined {
  const page = usePage()
  const name = useStore(pageName, undefined)
  return page && (name ?? titleOf(locale, page))
}

/** What `Head` puts into a document. */
export const HEAD_OF_PAGE =
  'title, meta[name=description], meta[name=robots], meta[name^="twitter:"], meta[property^="og:"], link[rel=canonical], link[rel=alternate]'

/** Title, description, addresses and share texts of the page that is shown. React puts them into `<head>`. */
export function Head({ locale, notFoundTitle }: { locale: Locale; notFoundTitle: string }) {
  const { siteUrl } = useAppConfig()
  const { pathname, search } = useLocation()
  const page = usePage()
  const t = useTranslations('page')
  const product = productIn(locale)
  const title = `${usePageTitle(locale) ?? notFoundTitle} · ${product}`
  const description = page ? t(`${page.name}.description`) : notFoundTitle
  const addressIn = (locale: Locale) => siteUrl + localizedPath(locale, pathname) + canonicalQuery(search)
  const canonical = siteUrl + pathname + canonicalQuery(search)
  const indexed = page && !page.noindex

  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!indexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonical} />
      {page &&
        LOCALES.map((locale) => <link key={locale} rel="alternate" hrefLang={locale} href={addressIn(locale)} />)}
      {page && <link rel="alternate" hrefLang="x-default" href={addressIn(DEFAULT_LOCALE)} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={product} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      <meta property="og:image" content={`${siteUrl}/share-${locale}.png`} />
      <meta property="og:image:width" content={String(SHARE_WIDTH)} />
      <meta property="og:image:height" content={String(SHARE_HEIGHT)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={`${siteUrl}/share-${locale}.png`} />
    </>
  )
}

/** The query that names a page: '?view=diff&target=clash' gives '?target=clash'. */
export function canonicalQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of STATE_PARAMETERS) query.delete(name)
  const text = query.toString()
  return text && `?${text}`
}
