import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { isAdCodeAsked } from '../../components/ads/ads.ts'
import { loginPath } from '../../guards.ts'
import { colorMode, forceColorMode } from '../../lib/color-mode.ts'
import { newBuild } from '../../lib/build-watch.ts'
import { inEveryLocale, type Locale } from '../../lib/locale.ts'
import { loadMessages, messagesOf } from '../../lib/messages.ts'
import { newWindow } from '../../lib/new-window.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { signInRequest } from '../../lib/sign-in-request.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import type { Page } from '../../pages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingBar } from '../../ui/loading-bar.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { Tooltips } from '../../ui/tooltip.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Head, usePage } from './head.tsx'
import { rememberPage } from './recent.ts'
import { Sidebar } from './sidebar.tsx'
import { StarPage } from './star-page.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

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
  // After the effects of everything inside: from here on the page listens.
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
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

const importPalette = () => import('./palette.tsx').then(({ default: Palette }) => Palette)
const Palette = lazyPart(importPalette)
const HelpDialog = lazyPart(() => import('./help-dialog.tsx').then(({ HelpDialog }) => HelpDialog))
const signInDialogIn = (locale: Locale) =>
  lazyPart(async () => {
    const [{ SignInDialog }] = await Promise.all([
      import('../../components/sign-in/sign-in-dialog.tsx'),
      loadMessages(locale, ['account']),
    ])
    return SignInDialog
  })
const newWindowIn = (locale: Locale) =>
  lazyPart(async () => {
    const [{ NewWindow }] = await Promise.all([import('./new-window.tsx'), loadMessages(locale, ['new-window'])])
    return NewWindow
  })
const adCodeDialogIn = (locale: Locale) =>
  lazyPart(async () => {
    const [{ AdCodeDialog }] = await Promise.all([
      import('../../components/ads/ad-code-dialog.tsx'),
      loadMessages(locale, ['ad-code']),
    ])
    return AdCodeDialog
  })
const NEW_WINDOWS = inEveryLocale(newWindowIn)
const SIGN_IN_DIALOGS = inEveryLocale(signInDialogIn)
const AD_CODE_DIALOGS = inEveryLocale(adCodeDialogIn)
const preloadPalette = () => void importPalette().catch(() => undefined)

export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('app')
  const locale = useRouteLocale()
  const page = usePage()
  const navigating = useNavigation().state !== 'idle'
  const mode = useStore(colorMode, 'system')
  const build = useStore(newBuild, false)
  const online = useOnline()
  const title = useTitleFocus(locale, page)
  const isSignInAsked = useStore(signInRequest) !== undefined
  const asked = useStore(newWindow, undefined)
  const NewWindow = NEW_WINDOWS[locale]
  const SignInDialog = SIGN_IN_DIALOGS[locale]
  const hasAdCodeDialog = useStore(isAdCodeAsked, false)
  const AdCodeDialog = AD_CODE_DIALOGS[locale]
  const [open, setOpen] = useState<'palette' | 'help'>()
  const close = () => setOpen(undefined)
  useShortcuts(locale, {
    onPalette: () => setOpen(open === 'palette' ? undefined : 'palette'),
    onHelp: () => setOpen('help'),
    onMayPalette: preloadPalette,
  })
  useScreenKeyboard()
  useLeaving(locale, page)

  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  useEffect(() => forceColorMode(page?.colorMode), [page?.colorMode, mode])
  useEffect(() => {
    if (page) rememberPage(page.name)
  }, [page])

  return (
    <>
      <Head locale={locale} notFoundTitle={t('notFound')} />
      <a href="#content" className="skip-link" data-below-dialogs>
        {t('skip')}
      </a>
      {page?.category && <StarPage locale={locale} page={page} />}
      <LoadingBar navigating={navigating} />
      <div className="shell" data-below-dialogs data-needs-width={page?.needsWidth}>
        <Sidebar locale={locale} besideWide={page?.needsWidth ?? false} />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            locale={locale}
            page={page}
            titleRef={title}
            onSearch={() => setOpen('palette')}
            onMaySearch={preloadPalette}
          />
          {!online && (
            <div data-banner>
              <Banner icon="wifi-off" text={t('offline')} />
            </div>
          )}
          {build && (
            <div data-banner>
              <Banner icon="refresh-cw" text={t('newVersion')}>
                <Button look="solid" size="small" onClick={() => location.reload()}>
                  {t('reload')}
                </Button>
              </Banner>
            </div>
          )}
          <noscript>
            <div data-banner>
              <Banner icon="info" text={t('noScript')} />
            </div>
          </noscript>
          <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
        </div>
      </div>
      <BottomBar locale={locale} />
      {open === 'palette' && (
        <Suspense>
          <Palette locale={locale} onClose={close} />
        </Suspense>
      )}
      {isSignInAsked && (
        <Suspense>
          <SignInDialog />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <NewWindow locale={locale} kind={asked.kind} onClose={() => newWindow.set(undefined)} />
        </Suspense>
      )}
      {hasAdCodeDialog && (
        <Suspense>
          <AdCodeDialog locale={locale} onClose={() => isAdCodeAsked.set(false)} />
        </Suspense>
      )}
      {open === 'help' && (
        <Suspense>
          <HelpDialog locale={locale} onClose={close} />
        </Suspense>
      )}
      <Toasts label={t('notifications')} closeLabel={t('close')} />
      <Tooltips />
      <ScrollRestoration />
    </>
  )
}

/** A page of an account makes way for the sign-in when its session ends, and comes back after it. */
function useLeaving(locale: Locale, page: Page | undefined): void {
  const known = useStore(session, undefined)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isLeft = page?.guard !== undefined && known !== undefined && !known.user
  useEffect(() => {
    // Another page may be on its way already.
    if (isLeft && window.location.pathname === pathname)
      void navigate(loginPath(locale, pathname + search), { replace: true })
  }, [isLeft, locale, pathname, search, navigate])
}

const KEYBOARD_SHARE = 0.75

/** A keyboard on the screen leaves little room: the bar at the bottom makes way for it. */
function useScreenKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const follow = () => {
      const open = view.height * view.scale < window.innerHeight * KEYBOARD_SHARE
      document.documentElement.classList.toggle('keyboard-open', open)
    }
    view.addEventListener('resize', follow)
    return () => view.removeEventListener('resize', follow)
  }, [])
}

/**
 * After a change of language the title has the focus, so that a screen reader goes on in the new one; after a change of
 * page, when what had the focus is gone with the old one.
 */
function useTitleFocus(locale: Locale, page: Page | undefined) {
  const title = useRef<HTMLElement>(null)
  const shown = useRef({ locale, page })
  const { key } = useLocation()
  useEffect(() => {
    const before = shown.current
    shown.current = { locale, page }
    const focus = () => title.current?.focus({ preventScroll: true })
    if (before.locale !== locale) return focus()
    if (before.page === page) return
    // A dialog that led here gives the focus back first, and a page may take it.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focus()
    })
    return () => clearTimeout(timer)
  }, [locale, page, key])
  return title
}
