import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAds } from '../../components/ads/ads.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Article } from './article.tsx'

const SECTIONS = ['what', 'duty', 'hosted', 'fair', 'others', 'ads', 'warranty'] as const
/** What is agreed on subscriptions that the server keeps. */
const HOSTED = ['stored', 'readers', 'addresses', 'gone'] as const

/** Changes with its text. */
const UPDATED = '2026-11-29'

export function Terms() {
  const t = useTranslations('articles.terms')
  const hasAds = useAds() !== 'none'
  const sections = SECTIONS.filter((name) => name !== 'ads' || hasAds)
  return (
    <Article updated={UPDATED} sections={sections.map((id) => ({ id, title: t(`${id}.title`) }))}>
      {sections.map((name) => (
        <section key={name}>
          <h2 id={name}>{t(`${name}.title`)}</h2>
          <p>{t(`${name}.text`)}</p>
          {name === 'hosted' && <Hosted />}
        </section>
      ))}
    </Article>
  )
}

function Hosted() {
  const t = useTranslations('articles.terms.hosted')
  const locale = useRouteLocale()
  return (
    <>
      <ul>
        {HOSTED.map((name) => (
          <li key={name}>
            <strong className="block font-semibold">{t(`${name}.title`)}</strong>
            {t(`${name}.text`)}
          </li>
        ))}
      </ul>
      <p className="mt-3">{t.rich('more', { link: (words) => linkTo(localizedPath(locale, '/privacy'), words) })}</p>
    </>
  )
}

function linkTo(address: string, words: ReactNode): ReactNode {
  return (
    <Link to={address} className="text-link-plain">
      {words}
    </Link>
  )
}
