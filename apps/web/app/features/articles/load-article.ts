import type { Locale } from '../../lib/locale.ts'
import type { ArticleText } from './article-text.ts'

// Each text is a chunk of its own, read at build time: `articles.ts`.
const TEXTS = import.meta.glob<ArticleText>('./texts/*/*.md', { import: 'default' })

/** The text of an article; undefined for a page that has none. */
export async function loadArticle(locale: Locale, slug: string): Promise<ArticleText | undefined> {
  return TEXTS[`./texts/${locale}/${slug}.md`]?.()
}
