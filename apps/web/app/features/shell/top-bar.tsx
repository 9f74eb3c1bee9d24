import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import type { Page } from '../../pages.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { TopBarSlot } from '../../ui/top-bar-slot.tsx'
import { AccountButton } from './account-button.tsx'
import { ColorModeSwitch } from './color-mode-switch.tsx'
import { productIn, usePageTitle } from './head.tsx'
import { LocaleSwitch } from './locale-switch.tsx'
import { Logo } from './logo.tsx'
import { PageLink } from './nav-link.tsx'
import { addressOf, parentOf } from './places.ts'
import { titleOf } from '../../page-words.ts'

interface Props {
  locale: Locale
  page: Page | undefined
  titleRef: RefObject<HTMLElement | null>
  onSearch: () => void
  /** It looks as if one will search. */
  onMaySearch: () => void
}

/** Where one is, the way to everything else, and the two switches that every page has. */
export function TopBar({ locale, page, titleRef, onSearch, onMaySearch }: Props) {
  const t = useTranslations()
  const parent = page && parentOf(page)
  const title = usePageTitle(locale)
  return (
    <header className="top-bar">
      <PageLink
        to={localizedPath(locale, '/')}
        end
        className={parent ? 'hidden' : 'target mr-1 rounded-md sm:hidden'}
        aria-label={productIn(locale)}
      >
        <Logo />
      </PageLink>
      <div className="flex min-w-0 flex-1 items-center gap-1 text-sm">
        {page?.name === 'home' && <span className="top-bar-brand">{productIn(locale)}</span>}
        {parent && (
          <>
            <PageLink
              to={addressOf(locale, parent)}
              end
              className="target flex items-center gap-1 rounded px-1 text-muted hover:text-fg max-sm:-ml-3 max-sm:min-w-11 max-sm:justify-center"
            >
              <Icon name="chevron-left" className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">{titleOf(locale, parent)}</span>
            </PageLink>
            <Icon name="chevron-right" className="size-3.5 text-muted max-sm:hidden" />
          </>
        )}
        {/* Where the page shows its title, this is for the focus alone; on a phone the page hides its own. */}
        <span
          ref={titleRef}
          tabIndex={-1}
          className={`min-w-0 truncate font-semibold outline-none sm:px-1 ${
            parent || page?.isNamedInBar ? '' : page?.name === 'home' ? 'sr-only' : 'sm:sr-only'
          }`}
        >
          {page ? (page.name === 'home' ? t('app.home') : title) : '404'}
        </span>
      </div>
      <TopBarSlot place="start" />
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={onMaySearch}
        onFocus={onMaySearch}
        onClick={onSearch}
      >
        <Icon name="search" />
        <span className="flex-1 text-left max-sm:sr-only">{t('shell.searchShort')}</span>
        <span aria-hidden="true" className="max-sm:hidden">
          <Kbd keys="mod+k" />
        </span>
      </button>
      <div className="top-bar-switches">
        <LocaleSwitch locale={locale} />
        <ColorModeSwitch />
      </div>
      <AccountButton locale={locale} />
      <TopBarSlot place="end" />
    </header>
  )
}
