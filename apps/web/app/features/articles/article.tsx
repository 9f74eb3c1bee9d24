import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useCurrentSection } from './use-current-section.ts'

export interface Section {
  id: string
  title: string
}

interface Props {
  sections: readonly Section[]
  /** The day of the last change of its text: `2026-11-24`. */
  updated: string
  /** What stands before everything else, the list of contents too. */
  lead?: ReactNode
  children: ReactNode
}

/** Plain text to read, also on paper, with a list of what is in it. */
export function Article({ sections, updated, lead, children }: Props) {
  const t = useTranslations('articles')
  const format = useFormatter()
  const current = useCurrentSection(sections)
  return (
    <div className="article-page">
      {lead}
      <nav aria-label={t('contents')} className="article-contents">
        <p className="text-xs">{t('contents')}</p>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="target" aria-current={id === current ? 'location' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
