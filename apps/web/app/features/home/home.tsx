import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { PAGE_WORDS, titleOf } from '../../page-words.ts'
import { TOOLS_BY_CATEGORY } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Hero } from './hero.tsx'
import { YARD_CLIENTS } from './yard-clients.ts'

/** What the product is in one look, and the way into it. */
export function Home({ footer }: { footer: ReactNode }) {
  const locale = useRouteLocale()
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 sm:px-6">
      <Hero locale={locale} />
      <Facts />
      <Tools locale={locale} />
      <Formats />
      <Questions locale={locale} />
      {footer}
    </div>
  )
}

const FACTS: readonly { name: 'local' | 'problems' | 'targets'; icon: IconName }[] = [
  { name: 'local', icon: 'wifi-off' },
  { name: 'problems', icon: 'list-checks' },
  { name: 'targets', icon: 'circle-check' },
]

function Facts() {
  const t = useTranslations('home.fact')
  return (
    <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
      {FACTS.map(({ name, icon }) => (
        <li key={name} className="bg-page p-5">
          <Icon name={icon} className="size-5 text-link" />
          <h2 className="mt-3 font-semibold">{t(`${name}.title`)}</h2>
          <p className="mt-1 text-muted">{t(`${name}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}

function Tools({ locale }: { locale: Locale }) {
  const t = useTranslations('home')
  const described = useTranslations('page')
  return (
    <section className="mt-12" aria-labelledby="tools">
      <h2 id="tools" className="text-xl font-semibold">
        {t('tools')}
      </h2>
      {TOOLS_BY_CATEGORY.map(({ category, tools }) => (
        <div key={category}>
          <h3 className="mt-6 text-sm font-medium text-muted">{PAGE_WORDS[locale].categories[category]}</h3>
          <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-2 sm:gap-3">
            {tools.map((tool) => (
              <li key={tool.name}>
                <Link
                  to={localizedPath(locale, tool.path)}
                  className="group card flex h-full items-center gap-3 p-3 hover:border-control"
                >
                  <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-link">
                    <Icon name={tool.icon} className="size-5" />
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{titleOf(locale, tool)}</span>
                    <span className="block text-xs text-muted">{described(`${tool.name}.note`)}</span>
                  </span>
                  <Icon
                    name="arrow-right"
                    className="size-4 shrink-0 text-muted transition-transform duration-[120ms] group-hover:translate-x-0.5"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

// Names that both languages spell alike.
const READ = [
  'VMess',
  'VLESS',
  'Trojan',
  'Shadowsocks',
  'SSR',
  'TUIC',
  'Hysteria',
  'Hysteria2',
  'WireGuard',
  'AnyTLS',
  'Snell',
  'Mieru',
  'SSH',
  'SOCKS5',
  'HTTP',
  'Clash YAML',
  'sing-box JSON',
  'Base64',
]
const WRITTEN = YARD_CLIENTS.map(({ name }) => name)

function Formats() {
  const t = useTranslations('home')
  return (
    <section className="mt-12 grid gap-8 lg:grid-cols-[2fr_1fr]" aria-label={t('formats')}>
      <div>
        <h2 className="text-xl font-semibold">{t('reads')}</h2>
        <p className="mt-1 text-muted">{t('readsText')}</p>
        <ul className="mt-3 flex flex-wrap gap-1.5">
          {READ.map((name) => (
            <li key={name}>
              <Badge>{name}</Badge>
            </li>
          ))}
          <li>
            <Badge>{t('qrImages')}</Badge>
          </li>
        </ul>
      </div>
      <div>
        <h2 className="text-xl font-semibold">{t('writes')}</h2>
        <p className="mt-1 text-muted">{t('writesText')}</p>
        <ul className="mt-3 flex flex-wrap gap-1.5">
          {WRITTEN.map((name) => (
            <li key={name}>
              <Badge>{name}</Badge>
            </li>
          ))}
          <li>
            <Badge>{t('linkList')}</Badge>
          </li>
        </ul>
      </div>
    </section>
  )
}

const QUESTIONS = ['upload', 'missing', 'apps', 'offline', 'proxy'] as const

function Questions({ locale }: { locale: Locale }) {
  const t = useTranslations('home')
  return (
    <section className="mt-12" aria-labelledby="questions">
      <h2 id="questions" className="text-xl font-semibold">
        {t('questions')}
      </h2>
      <div className="mt-3 divide-y divide-line border-y border-line">
        {QUESTIONS.map((name) => (
          <details key={name} className="group">
            <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 font-medium">
              <span className="flex-1">{t(`question.${name}.ask`)}</span>
              <Icon
                name="chevron-down"
                className="size-4 text-muted transition-transform duration-[120ms] group-open:rotate-180"
              />
            </summary>
            <p className="max-w-prose pb-4 text-muted">
              {t(`question.${name}.answer`)}{' '}
              {name === 'upload' && (
                <Link to={localizedPath(locale, '/privacy')} className="text-link-plain">
                  {t('privacyTable')}
                </Link>
              )}
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}
