import { useTranslations } from 'use-intl'
import { localizedPath, wordsIn, type Locale } from '../../lib/locale.ts'
import { TOOLS } from '../../tools.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { PageLink } from './nav-link.tsx'

/** The way around on a phone. */
export function BottomBar({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  const places: { path: string; icon: IconName; word: string; end?: boolean }[] = [
    { path: '/', icon: 'house', word: t('home'), end: true },
    ...TOOLS.slice(0, 1).map(({ slug, icon, name }) => ({ path: `/${slug}`, icon, word: wordsIn(locale, name) })),
    { path: '/settings', icon: 'settings', word: t('settings') },
  ]
  return (
    <nav aria-label={t('navigation')} className="bottom-bar">
      {places.map(({ path, icon, word, end = false }) => (
        <PageLink key={path} to={localizedPath(locale, path)} end={end} className="bottom-bar-entry">
          <Icon name={icon} className="size-5" />
          <span>{word}</span>
        </PageLink>
      ))}
    </nav>
  )
}
