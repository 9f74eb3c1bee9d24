import { Suspense, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { DeviceItems } from './device-items.ts'
import { canSeal, type LockState } from '../../lib/device-lock.ts'
import type { PassphraseTask } from './passphrase-dialog.tsx'
import { useItemSubmit } from './use-item-submit.ts'

interface HeadProps {
  items: DeviceItems
  lock: LockState
  /** What else can be done with all of them. */
  children?: ReactNode
}

const PassphraseDialog = lazyPart(async () => (await import('./passphrase-dialog.tsx')).PassphraseDialog)

/** The heading over the items of this device, with what guards them. */
export function DeviceHead({ items, lock, children }: HeadProps) {
  const t = useTranslations('subscribe')
  const [asked, setAsked] = useState<PassphraseTask>()
  const isSealable = canSeal()
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <h2 className="flex items-center gap-1.5 text-sm font-medium text-muted">
        {lock === 'open' && <Icon name="lock" className="size-3.5" />}
        {t('place.device')}
      </h2>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        {children}
        <Menu
          label={t('guard')}
          align="end"
          items={
            lock === 'open'
              ? [
                  { id: 'lock', label: t('lockNow'), icon: 'lock', onSelect: () => items.lockNow() },
                  { id: 'change', label: t('changePassphrase'), icon: 'pencil', onSelect: () => setAsked('change') },
                  'separator',
                  { id: 'remove', label: t('removePassphrase'), onSelect: () => setAsked('remove') },
                ]
              : [
                  {
                    id: 'set',
                    label: t(isSealable ? 'setPassphrase' : 'passphraseNeedsHttps'),
                    icon: 'lock',
                    disabled: !isSealable,
                    onSelect: () => setAsked('set'),
                  },
                ]
          }
          trigger={<IconButton icon="key-round" label={t('guard')} data-testid="guard" />}
        />
      </span>
      <Suspense>
        {asked && <PassphraseDialog items={items} question={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </div>
  )
}

/** What is shown while the passphrase was not typed: how many items there are is not told either. */
export function LockedItems({ items }: { items: DeviceItems }) {
  const t = useTranslations('subscribe')
  const [passphrase, setPassphrase] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  const { isBusy, failure, submit } = useItemSubmit()
  const unlock = (event: FormEvent) => {
    event.preventDefault()
    setWrong(false)
    void submit(async () => setWrong(!(await items.unlock(passphrase))))
  }
  return (
    <form className="card flex flex-col gap-3 p-4" onSubmit={unlock} data-testid="locked-items">
      <p className="flex items-center gap-2">
        <Icon name="lock" className="size-4 shrink-0 text-muted" />
        {t('locked')}
      </p>
      <FormFailure failure={failure} />
      <Field label={t('passphrase')} error={isWrong && t('passphraseWrong')}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            className="max-w-sm"
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button look="solid" type="submit" disabled={isBusy || passphrase === ''}>
          {t(isBusy ? 'unlocking' : 'unlock')}
        </Button>
        <Button look="ghost" onClick={() => setForgetting(true)}>
          {t('forgotPassphrase')}
        </Button>
      </div>
      {isForgetting && (
        <ConfirmDialog
          title={t('forgetTitle')}
          text={t('forgetText')}
          confirm={t('forget')}
          danger
          onConfirm={() => void submit(() => items.forgetAll())}
          onClose={() => setForgetting(false)}
        />
      )}
    </form>
  )
}
