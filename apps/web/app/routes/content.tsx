import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ArticleText } from '../features/articles/article-text.ts'
import { Content } from '../features/articles/content.tsx'
import { loadArticle } from '../features/articles/load-article.ts'
import { usePage } from '../features/shell/head.tsx'
import { KeyList } from '../features/shell/key-list.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'
import { barePath, localeOf } from '../lib/locale.ts'
import { useRouteLocale } from '../lib/use-route-locale.ts'

/** The text comes with the page, so that it can be read before any script runs. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  return (await loadArticle(localeOf(pathname), barePath(pathname).slice('/c/'.length))) ?? null
}

export default function ContentRoute() {
  const page = usePage()
  const article = useLoaderData<ArticleText | null>() ?? undefined
  const locale = useRouteLocale()
  // The last section of the help is about keys.
  const end = page?.name === 'c-help' && <KeyList locale={locale} />
  return (
    <NarrowPage isWide={article === undefined}>
      {page && <Content page={page} article={article} end={end} />}
    </NarrowPage>
  )
}
