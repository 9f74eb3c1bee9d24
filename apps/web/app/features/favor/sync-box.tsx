import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { chooseSync, syncFavourites } from '../../components/favourites/favourite-store.ts'
import { useFavourites } from '../../components/favourites/use-favourites.ts'
import type { SyncResult } from '../../components/kept/kept-rows.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'

/** Whether the account has the favourites too. Nodes go there by their own button alone. */
export function SyncBox() {
  const t = useTranslations('favor.sync')
  const user = useStore(session, undefined)?.user
  const { rows, syncsWith, isReady } = useFavourites()
  const { isBusy, failure, submit } = useSubmit()
  const [result, setResult] = useState<SyncResult>()
  const isOn = user !== undefined && syncsWith === user.id
  const nodes = rows.filter(({ kind, synced, removed }) => kind === 'node' && !synced && !removed)
  const sync = (options?: { nodes: true }) => submit(async () => setResult(await syncFavourites(options)))
  if (!isReady) return null
  if (!user)
    return (
      <div className="card flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{t('signedOut')}</p>
        <Button onClick={() => void askToSignIn()}>{t('signIn')}</Button>
      </div>
    )
  return (
    <div className="card flex flex-col gap-3 p-4" data-testid="favor-sync">
      <Switch
        checked={isOn}
        onChange={(on) => {
          chooseSync(on ? user.id : undefined)
          setResult(undefined)
          if (on) void sync()
        }}
      >
        {t('choose')}
        <span className="block text-xs text-muted">{t('chooseNote')}</span>
      </Switch>
      {isOn && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" icon="refresh-cw" disabled={isBusy} onClick={() => void sync()}>
            {t('now')}
          </Button>
          {nodes.length > 0 && (
            <Button size="small" icon="upload" disabled={isBusy} onClick={() => void sync({ nodes: true })}>
              {t('nodes', { count: nodes.length })}
            </Button>
          )}
        </div>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOn && result ? t('result', { ...result }) : ''}
      </p>
      <FormFailure failure={failure} />
    </div>
  )
}
