import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pending } from '../../ui/pending.tsx'
import { useSignedIn } from './use-storage.ts'

/** Shows what is kept on our server to who is signed in; others are told what it is for. */
export function SignInFirst({ children }: { children: ReactNode }) {
  const t = useTranslations('storage')
  const isSignedIn = useSignedIn()
  if (isSignedIn) return children
  if (isSignedIn === undefined) return <Pending />
  return (
    <EmptyState icon="lock" title={t('signInTitle')} text={t('signInText')}>
      <Button look="solid" onClick={() => void askToSignIn()}>
        {t('signIn')}
      </Button>
    </EmptyState>
  )
}
