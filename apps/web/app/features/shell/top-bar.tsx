import type { RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { COLOR_MODES, colorMode, setColorMode, type ColorMode } from '../../lib/color-mode.ts'
import { LOCALE_LABELS, LOCALES, localeCookie, localizedPath, wordsIn, type Locale } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import type { Page } from '../../pages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { PRODUCT } from './head.tsx'

const MODE_ICONS: Record<ColorMode, IconName> = { system: 'monitor', light: 'sun', dark: 'moon' }

interface Props {
  locale: Locale
  page: Page | undefined
  titleRef: RefObject<HTMLElement | null>
}

/** Where one is, and the two switches that every page has. */
export function TopBar({ locale, page, titleRef }: Props) {
  const t = useTranslations('app')
  const title = page && page.name !== 'home' ? page.title : PRODUCT
  return (
    <header className="top-bar">
      <span ref={titleRef} tabIndex={-1} className="min-w-0 flex-1 truncate text-sm font-semibold outline-none">
        {page ? wordsIn(locale, title) : t('notFound')}
      </span>
      <LocaleSwitch locale={locale} />
      <ColorModeSwitch />
    </header>
  )
}

function LocaleSwitch({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const other = LOCALES.find((each) => each !== locale)!
  const address = localizedPath(other, pathname) + search + hash
  return (
    <a
      href={address}
      hrefLang={other}
      lang={other}
      title={t('language')}
      className="top-bar-button w-auto px-2"
      onClick={(event) => {
        document.cookie = localeCookie(other)
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void navigate(address, { preventScrollReset: true, replace: true })
      }}
    >
      <Icon name="languages" />
      <span className="max-sm:sr-only">{LOCALE_LABELS[other]}</span>
    </a>
  )
}

function ColorModeSwitch() {
  const t = useTranslations('app')
  const mode = useStore(colorMode, 'system')
  const next = COLOR_MODES[(COLOR_MODES.indexOf(mode) + 1) % COLOR_MODES.length]!
  return (
    <button
      type="button"
      className="top-bar-button"
      title={t('colorModeNow', { mode: t(`colorMode.${mode}`) })}
      aria-label={t('colorModeNow', { mode: t(`colorMode.${mode}`) })}
      onClick={() => setColorMode(next)}
    >
      <Icon name={MODE_ICONS[mode]} />
    </button>
  )
}
