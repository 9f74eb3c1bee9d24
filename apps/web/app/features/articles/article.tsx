import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useMedia } from '../../lib/use-media.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCurrentSection } from './use-current-section.ts'

export interface ArticleSection {
  id: string
  title: string
}

interface Props {
  /** A long text has a list of its sections. */
  sections?: readonly ArticleSection[]
  /** The day of the last change of its text: `2026-11-24`. */
  updated: string
  /** What stands before everything else, the list of contents too. */
  lead?: ReactNode
  children: ReactNode
}

/** Plain text to read, also on paper. */
export function Article({ sections, updated, lead, children }: Props) {
  const t = useTranslations('articles')
  const format = useFormatter()
  return (
    <div className="article-page">
      {lead}
      {sections && <Contents sections={sections} />}
      <article className="article">
        {children}
        <p className="mt-10 text-sm text-muted">
          {t('updated', {
            // A day without a time is the same one everywhere.
            date: format.dateTime(new Date(updated), { dateStyle: 'long', timeZone: 'UTC' }),
          })}
        </p>
      </article>
    </div>
  )
}

/** The list of the sections. Beside the text it is open. Above the text it is folded. */
function Contents({ sections }: { sections: readonly ArticleSection[] }) {
  const t = useTranslations('articles')
  const current = useCurrentSection(sections)
  const isBeside = useMedia('(width >= 1024px)')
  return (
    <nav aria-label={t('contents')} className="article-contents">
      <details open={isBeside}>
        <summary className="article-summary">
          {t('contents')}
          <Icon name="chevron-down" className="size-5 lg:hidden" />
        </summary>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="target" aria-current={id === current ? 'location' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
