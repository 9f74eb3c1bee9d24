import { useTranslations } from 'use-intl'
import { localizedPath, wordsIn, type Locale } from '../../lib/locale.ts'
import { CATEGORIES, TOOLS, type Category } from '../../tools.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { PRODUCT } from './head.tsx'
import { PageLink } from './nav-link.tsx'

const GROUPS = (Object.keys(CATEGORIES) as Category[])
  .map((category) => ({ category, tools: TOOLS.filter((tool) => tool.category === category) }))
  .filter(({ tools }) => tools.length > 0)

/** Every screen there is, by category. Narrow windows show the icons only, phones the bottom bar instead. */
export function Sidebar({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  return (
    <aside className="sidebar">
      <PageLink to={localizedPath(locale, '/')} end className="sidebar-brand" aria-label={wordsIn(locale, PRODUCT)}>
        <Logo />
        <span className="sidebar-word">{wordsIn(locale, PRODUCT)}</span>
      </PageLink>
      <nav aria-label={t('navigation')} className="flex flex-1 flex-col gap-4 overflow-y-auto p-2">
        <ul>
          <Entry to={localizedPath(locale, '/')} icon="house" word={t('home')} end />
        </ul>
        {GROUPS.map(({ category, tools }) => (
          <div key={category}>
            <h2 className="sidebar-group">{wordsIn(locale, CATEGORIES[category])}</h2>
            <ul>
              {tools.map(({ slug, icon, name }) => (
                <Entry key={slug} to={localizedPath(locale, `/${slug}`)} icon={icon} word={wordsIn(locale, name)} />
              ))}
            </ul>
          </div>
        ))}
        <ul className="mt-auto">
          <Entry to={localizedPath(locale, '/settings')} icon="settings" word={t('settings')} />
        </ul>
      </nav>
    </aside>
  )
}

function Entry({ to, icon, word, end = false }: { to: string; icon: IconName; word: string; end?: boolean }) {
  return (
    <li>
      <PageLink to={to} end={end} className="sidebar-entry" title={word}>
        <Icon name={icon} />
        <span className="sidebar-word">{word}</span>
      </PageLink>
    </li>
  )
}

/** Three tracks that become one. */
export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" className="fill-primary" />
      <path
        d="M5 7h3.5c2.5 0 3 5 5.5 5H19M5 12h9M5 17h3.5c2.5 0 3-5 5.5-5"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-on-primary"
      />
    </svg>
  )
}
