import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { session as account } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { LiveNodesSession } from './live-session.ts'

interface Props {
  session: LiveNodesSession
  onClose: () => void
}

/** One thing that is kept in the account and holds nodes. */
interface Kept {
  id: string
  name: string
  note: string
  /** Its provider has given nothing yet. */
  isEmpty?: boolean
  /** Its nodes as they are served. */
  read: () => Promise<string>
}

/** Brings nodes of what is kept on the server: subscription items by their last good text, outputs as they are served. */
export function KeptDialog({ session, onClose }: Props) {
  const t = useTranslations('liveNodes.kept')
  const tu = useTranslations('ui')
  const known = useStore(account, undefined)
  const isSignedIn = known?.user !== undefined
  const kept = useKept(isSignedIn)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, failure, submit } = useSubmit()
  const add = () =>
    submit(async () => {
      const wanted = kept.list.filter(({ id }) => chosen.has(id))
      const texts = await Promise.all(wanted.map(({ read }) => read()))
      wanted.forEach(({ name }, at) => session.addText(texts[at]!, name))
      onClose()
    })
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      onClose={onClose}
      data-testid="kept-dialog"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          {isSignedIn && (
            <Button look="solid" disabled={isBusy || chosen.size === 0} onClick={() => void add()}>
              {t('add', { n: chosen.size })}
            </Button>
          )}
        </>
      }
    >
      <FormFailure failure={failure} />
      {!isSignedIn ? (
        <EmptyState icon="lock" text={t('signInText')}>
          <Button look="solid" onClick={() => void askToSignIn()}>
            {t('signIn')}
          </Button>
        </EmptyState>
      ) : kept.list.length === 0 ? (
        <p className="text-sm text-muted">{t(kept.isLoading ? 'loading' : kept.isFailed ? 'failed' : 'nothing')}</p>
      ) : (
        <ul className="flex flex-col">
          {kept.list.map(({ id, name, note, isEmpty }) => (
            <li key={id}>
              <Checkbox
                className="w-full py-1"
                disabled={isEmpty}
                checked={chosen.has(id)}
                onChange={(isOn) => toggle(id, isOn)}
              >
                <span className="break-words">{name}</span> <span className="text-xs text-muted">{note}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function useKept(isWanted: boolean): { list: readonly Kept[]; isLoading: boolean; isFailed: boolean } {
  const t = useTranslations('liveNodes.kept')
  const items = useApi('GET /api/subscriptions', { quiet: true }, isWanted)
  const outputs = useApi('GET /api/outputs', { quiet: true }, isWanted)
  const list = [
    ...(items.data?.items ?? []).map(({ id, name, good }): Kept => ({
      id: `item ${id}`,
      name,
      note: good ? t('item', { n: good.nodes }) : t('itemEmpty'),
      isEmpty: !good,
      read: async () => (await call('GET /api/subscriptions/:item/text', { params: { item: id }, quiet: true })).text,
    })),
    ...(outputs.data?.outputs ?? []).map(({ id, name }): Kept => ({
      id: `output ${id}`,
      name,
      note: t('output'),
      read: async () =>
        (await call('POST /api/outputs/:output/preview', { params: { output: id }, body: {}, quiet: true })).text,
    })),
  ]
  return {
    list,
    isLoading: items.isLoading || outputs.isLoading,
    isFailed: items.error !== undefined || outputs.error !== undefined,
  }
}
