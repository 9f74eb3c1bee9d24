import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { LOCALE_LABELS, LOCALES, localizedPath, type Locale } from '../../lib/locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { useSwitchLocale } from '../../lib/use-switch-locale.ts'

/** A link to the same page in the other language. */
export function LocaleSwitch({ locale }: { locale: Locale }) {
  const t = useTranslations('app')
  const { pathname, search, hash } = useLocation()
  const switchLocale = useSwitchLocale()
  const other = LOCALES.find((each) => each !== locale)!
  return (
    <a
      href={localizedPath(other, pathname) + search + hash}
      hrefLang={other}
      lang={other}
      data-testid="lang-switch"
      {...tooltip(t('language'))}
      className="button h-8 gap-2 px-2 text-sm font-normal text-muted hover:bg-hover hover:text-fg"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        switchLocale(other)
      }}
    >
      <Icon name="languages" />
      <span className="max-sm:sr-only">{LOCALE_LABELS[other]}</span>
    </a>
  )
}
