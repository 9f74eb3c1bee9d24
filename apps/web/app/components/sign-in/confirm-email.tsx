import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'

/** What a link in a mail leads to: it says that the address is this person's. */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslations('account')
  const { failure, submit } = useSubmit()
  const [isDone, setDone] = useState(false)
  const isSent = useRef(false)
  const send = useEffectEvent(() => {
    if (isSent.current) return
    isSent.current = true
    void submit(() => call('POST /api/auth/confirm-email', { body: { token }, quiet: true })).then(setDone)
  })
  useEffect(() => send(), [])
  if (!failure && !isDone) return <p className="text-muted">{t('confirming')}</p>
  return (
    <div className="flex flex-col gap-4">
      <FormFailure failure={failure} />
      {isDone && <EmptyState icon="circle-check" text={t('confirmed')} />}
      <Button look="solid" className="self-center" onClick={onDone}>
        {t('goOn')}
      </Button>
    </div>
  )
}
