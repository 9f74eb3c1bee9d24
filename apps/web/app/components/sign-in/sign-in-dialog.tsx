import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { type Locale, localizedPath } from '../../lib/locale.ts'
import { messagesOf } from '../../lib/messages.ts'
import { signInRequest } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignIn } from './sign-in.tsx'

/** Over whatever page needs somebody to sign in: the page and what is typed in it stay. */
export function SignInDialog() {
  const locale = useRouteLocale()
  // The page below was drawn before these words were there.
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)}>
      <OpenDialog />
    </IntlProvider>
  )
}

function OpenDialog() {
  const locale = useRouteLocale()
  const t = useTranslations('account')
  const request = useStore(signInRequest)
  return (
    <Dialog
      open={request !== undefined}
      size="small"
      title={t('signInFirst')}
      onClose={() => request?.answer(false)}
      data-testid="sign-in-dialog"
    >
      <SignIn onDone={() => request?.answer(true)} />
      {request?.instead === 'publish' && (
        <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
          {t.rich('publishInstead', {
            link: (words) => settingsLink(locale, words, () => request.answer(false)),
          })}
        </p>
      )}
    </Dialog>
  )
}

function settingsLink(locale: Locale, words: ReactNode, onClick: () => void) {
  return (
    <Link to={localizedPath(locale, '/settings/github')} className="text-link-plain" onClick={onClick}>
      {words}
    </Link>
  )
}
