import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath, wordsIn } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { TOOLS } from '../../tools.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'

/** What the product is, and the way into it. */
export function Home() {
  const t = useTranslations()
  const locale = useRouteLocale()
  const facts: { icon: IconName; title: string; text: string }[] = [
    { icon: 'shield-check', title: t('home.factLocal'), text: t('home.factLocalText') },
    { icon: 'list', title: t('home.factProblems'), text: t('home.factProblemsText') },
    { icon: 'circle-check', title: t('home.factTargets'), text: t('home.factTargetsText') },
  ]
  return (
    <div className="page">
      <section className="py-8 sm:py-16">
        <h1 className="text-[32px] leading-10 font-semibold">{t('app.tagline')}</h1>
        <p className="mt-3 max-w-2xl text-base text-muted">{t('convert.privacy')}</p>
        <Link to={localizedPath(locale, '/convert')} className={`mt-6 ${buttonClass('solid')}`}>
          {t('home.open')}
          <Icon name="arrow-right" />
        </Link>
      </section>
      <ul className="grid gap-4 sm:grid-cols-3">
        {facts.map(({ icon, title, text }) => (
          <li key={icon} className="rounded-lg border border-line bg-card p-4">
            <Icon name={icon} className="size-5 text-link" />
            <h2 className="mt-3 font-semibold">{title}</h2>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section className="mt-12" aria-labelledby="tools">
        <h2 id="tools" className="text-lg font-semibold">
          {t('home.tools')}
        </h2>
        <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {TOOLS.map(({ slug, icon, name, desc }) => (
            <li key={slug}>
              <Link
                to={localizedPath(locale, `/${slug}`)}
                className="flex h-full gap-3 rounded-lg border border-line bg-card p-4 hover:border-control"
              >
                <Icon name={icon} className="mt-0.5 size-5 text-link" />
                <span>
                  <span className="font-semibold">{wordsIn(locale, name)}</span>
                  <span className="mt-1 block text-muted">{wordsIn(locale, desc)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <footer className="mt-16 flex gap-4 border-t border-line py-6 text-muted">
        <Link to={localizedPath(locale, '/terms')} className="hover:text-fg">
          {t('app.terms')}
        </Link>
        <Link to={localizedPath(locale, '/privacy')} className="hover:text-fg">
          {t('app.privacy')}
        </Link>
      </footer>
    </div>
  )
}
