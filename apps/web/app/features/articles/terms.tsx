import { useTranslations } from 'use-intl'
import { Article } from './article.tsx'

const SECTIONS = ['what', 'duty', 'others', 'warranty', 'fair'] as const

/** Changes with its text. */
const UPDATED = '2026-11-24'

export function Terms() {
  const t = useTranslations('articles.terms')
  return (
    <Article updated={UPDATED}>
      {SECTIONS.map((name) => (
        <section key={name}>
          <h2 id={name}>{t(`${name}.title`)}</h2>
          <p>{t(`${name}.text`)}</p>
        </section>
      ))}
    </Article>
  )
}
