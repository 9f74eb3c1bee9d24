import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { titleOf } from '../../page-words.ts'
import { PAGES, type Page, type Tool, TOOLS } from '../../pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Article } from './article.tsx'
import { ArticleBlocks } from './article-blocks.tsx'
import type { ArticleText } from './article-text.ts'
import { Breadcrumb } from './breadcrumb.tsx'

const CONTENT = PAGES.filter(({ content }) => content !== undefined)
const ARTICLES = CONTENT.filter(({ content }) => content === 'article')

interface Props {
  page: Page
  /** Absent for a category. */
  article: ArticleText | undefined
  /** What stands at the end of an article and is no text. */
  end?: ReactNode
}

/** A category with its tools, or an article with the one before and the one after it. */
export function Content({ page, article, end }: Props) {
  return (
    <>
      <Breadcrumb page={page} />
      {article ? (
        <Article
          updated={article.updated}
          sections={article.blocks.flatMap((block) =>
            block.kind === 'heading' ? [{ id: block.id, title: block.text }] : [],
          )}
        >
          <ArticleBlocks blocks={article.blocks} />
          {end}
          <Neighbours page={page} />
        </Article>
      ) : (
        <Category page={page} />
      )}
    </>
  )
}

/** The article before, and the one after. */
function Neighbours({ page }: { page: Page }) {
  const t = useTranslations('articles')
  const locale = useRouteLocale()
  const at = ARTICLES.findIndex(({ name }) => name === page.name)
  const before = ARTICLES[at - 1]
  const after = ARTICLES[at + 1]
  return (
    <nav aria-label={t('neighbours')} className="article-neighbours">
      {before && (
        <NeighbourLink locale={locale} page={before} label={t('previous')}>
          <Icon name="chevron-left" className="size-4" />
        </NeighbourLink>
      )}
      {after && (
        <NeighbourLink locale={locale} page={after} label={t('next')}>
          <Icon name="chevron-right" className="order-1 size-4" />
        </NeighbourLink>
      )}
    </nav>
  )
}

interface NeighbourProps {
  locale: Locale
  page: Page
  label: string
  children: ReactNode
}

function NeighbourLink({ locale, page, label, children }: NeighbourProps) {
  return (
    <Link to={localizedPath(locale, page.path)} className="card flex items-center gap-2 p-3 hover:border-control">
      {children}
      <span>
        <span className="block text-xs text-muted">{label}</span>
        {titleOf(locale, page)}
      </span>
    </Link>
  )
}

function Category({ page }: { page: Page }) {
  const t = useTranslations('articles')
  const locale = useRouteLocale()
  const tools = TOOLS.filter(({ category }) => `c-${category}` === page.name)
  const others = CONTENT.filter(({ content, name }) => content === 'category' && name !== page.name)
  return (
    <>
      {tools.length === 0 ? (
        <EmptyState icon={page.icon} text={t('noTools')}>
          <Link to={localizedPath(locale, '/convert')} className="text-link-plain">
            {t('toConvert')}
          </Link>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3">
          {tools.map((tool) => (
            <ToolCard key={tool.name} tool={tool} locale={locale} />
          ))}
        </ul>
      )}
      <nav aria-label={t('categories')} className="mt-10">
        <h2 className="text-sm font-medium text-muted">{t('categories')}</h2>
        <ul className="mt-2 flex flex-wrap gap-2">
          {others.map((other) => (
            <li key={other.name}>
              <Link
                to={localizedPath(locale, other.path)}
                className="card flex min-h-(--target) items-center gap-2 px-3 py-1.5 hover:border-control"
              >
                <Icon name={other.icon} className="size-4 text-link" />
                {titleOf(locale, other)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function ToolCard({ tool, locale }: { tool: Tool; locale: Locale }) {
  const t = useTranslations('page')
  return (
    <li>
      <Link to={localizedPath(locale, tool.path)} className="card flex h-full gap-4 p-4 hover:border-control">
        <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-link">
          <Icon name={tool.icon} className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{titleOf(locale, tool)}</span>
          <span className="mt-0.5 block text-muted">{t(`${tool.name}.description`)}</span>
        </span>
      </Link>
    </li>
  )
}
