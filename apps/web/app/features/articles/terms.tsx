import { useTranslations } from 'use-intl'
import { Article } from './article.tsx'

const SECTIONS = ['what', 'duty', 'others', 'warranty', 'fair'] as const

export function Terms() {
  const t = useTranslations('articles.terms')
  return (
    <Article>
      {SECTIONS.map((name) => (
        <section key={name}>
          <h2>{t(`${name}.title`)}</h2>
          <p>{t(`${name}.text`)}</p>
        </section>
      ))}
    </Article>
  )
}
