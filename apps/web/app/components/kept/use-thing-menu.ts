import { useTranslations } from 'use-intl'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { showToast } from '../../lib/toasts.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import type { Failure } from '../api-call/api-failure.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import type { KeptThing, KeptThings } from './kept-things.ts'

export interface ThingMenu<Value> {
  /** Sends one thing to the account, or takes it out of it again. */
  accountEntry: (thing: KeptThing<Value>) => MenuEntry
  /** What can be done with one thing, whatever it is. */
  entries: (thing: KeptThing<Value>, onRename: () => void) => MenuEntry[]
  /** Why the account did not do what it was asked. */
  failure: Failure | undefined
}

/** What can be done with everything that is kept under a name. Only the entry that says so sends anything to the server. */
export function useThingMenu<Value>(kept: KeptThings<Value>): ThingMenu<Value> {
  const t = useTranslations('kept')
  const { isBusy, failure, submit } = useSubmit()
  const toAccount = async (id: string) => {
    if (session.get()?.user || (await askToSignIn())) await kept.toAccount(id)
  }
  const accountEntry = (thing: KeptThing<Value>): MenuEntry => {
    const { id } = thing
    if (thing.isInAccount) {
      const leave = () => void submit(() => kept.leaveAccount(id))
      return { id: 'leave', label: t('leaveAccount'), disabled: isBusy, onSelect: leave }
    }
    const fits = kept.fitsAccount(thing)
    return {
      id: 'account',
      label: t('toAccount'),
      icon: 'upload',
      disabled: isBusy || !fits,
      note: fits ? undefined : t('tooLong'),
      onSelect: () => void submit(() => toAccount(id)),
    }
  }
  const entries = (thing: KeptThing<Value>, onRename: () => void): MenuEntry[] => {
    const { id, name } = thing
    return [
      { id: 'rename', label: t('rename'), icon: 'pencil', onSelect: onRename },
      accountEntry(thing),
      'separator',
      {
        id: 'delete',
        label: t('delete'),
        icon: 'trash-2',
        danger: true,
        onSelect: () => {
          const undo = kept.remove(id)
          showToast({ kind: 'undo', text: t('deleted', { name }), action: { label: t('undo'), run: undo } })
        },
      },
    ]
  }
  return { accountEntry, entries, failure }
}
