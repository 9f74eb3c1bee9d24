import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface Props {
  /** What the page is called, where `children` say it themselves. */
  title?: ReactNode
  children: ReactNode
}

/** What is kept on the server is shown to who is signed in; others are told what it is for. */
export function SignedInOnly({ title, children }: Props) {
  const t = useTranslations('subscribe')
  const known = useStore(session, undefined)
  if (known?.user) return <div key={known.user.id}>{children}</div>
  return (
    <>
      {title}
      {known === undefined ? (
        <p className="text-muted">{t('loading')}</p>
      ) : (
        <div className="card">
          <EmptyState icon="lock" title={t('signInTitle')} text={t('signInText')}>
            <Button look="solid" onClick={() => void askToSignIn()}>
              {t('signIn')}
            </Button>
          </EmptyState>
        </div>
      )}
    </>
  )
}
