import { IntlProvider, useTranslations } from 'use-intl'
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
    </Dialog>
  )
}
