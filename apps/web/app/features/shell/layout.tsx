import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { colorMode, forceColorMode } from '../../lib/color-mode.ts'
import { newBuild } from '../../lib/build-watch.ts'
import type { Locale } from '../../lib/locale.ts'
import { messagesOf } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingBar } from '../../ui/loading-bar.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Head, usePage } from './head.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useOnline } from './use-online.ts'

/** Everything around a page, in the language of its address. */
export function Layout() {
  return (
    <Localized>
      <Shell>
        <Outlet />
      </Shell>
    </Localized>
  )
}

/** Words, dates and numbers in the language of the address. */
export function Localized({ children }: { children: ReactNode }) {
  const locale = useRouteLocale()
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={useTimeZone()}>
      {children}
    </IntlProvider>
  )
}

/** The server knows no time zone, so the first picture shows UTC and the next one the person's own. */
function useTimeZone(): string {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}

export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  const page = usePage()
  const navigating = useNavigation().state !== 'idle'
  const mode = useStore(colorMode, 'system')
  const build = useStore(newBuild, false)
  const online = useOnline()
  const title = useLocaleFocus(locale)

  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  useEffect(() => forceColorMode(page?.colorMode), [page?.colorMode, mode])

  return (
    <>
      <Head locale={locale} notFoundTitle={t('notFound')} />
      <a href="#content" className="skip-link">
        {t('skip')}
      </a>
      <LoadingBar navigating={navigating} />
      <div className="shell">
        <Sidebar locale={locale} />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar locale={locale} page={page} titleRef={title} />
          {!online && <Banner icon="wifi-off" text={t('offline')} />}
          {build && (
            <Banner icon="refresh-cw" text={t('newVersion')}>
              <Button look="solid" onClick={() => location.reload()}>
                {t('reload')}
              </Button>
            </Banner>
          )}
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            {children}
          </main>
        </div>
        <BottomBar locale={locale} />
      </div>
      <Toasts label={t('notifications')} closeLabel={t('close')} />
      <ScrollRestoration />
    </>
  )
}

/** After a change of language the title has the focus, so that a screen reader goes on in the new one. */
function useLocaleFocus(locale: Locale) {
  const title = useRef<HTMLElement>(null)
  const shown = useRef(locale)
  const { key } = useLocation()
  useEffect(() => {
    if (shown.current === locale) return
    shown.current = locale
    title.current?.focus({ preventScroll: true })
  }, [locale, key])
  return title
}
