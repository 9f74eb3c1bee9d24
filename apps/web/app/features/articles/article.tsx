import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export interface Section {
  id: string
  title: string
}

interface Props {
  sections: readonly Section[]
  /** What stands before everything else, the list of contents too. */
  lead?: ReactNode
  children: ReactNode
}

/** Plain text to read, also on paper, with a list of what is in it. */
export function Article({ sections, lead, children }: Props) {
  const t = useTranslations('articles')
  return (
    <div className="article-page">
      {lead}
      <nav aria-label={t('contents')} className="article-contents">
        <p className="font-medium">{t('contents')}</p>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="target hover:text-fg hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="article">{children}</article>
    </div>
  )
}
