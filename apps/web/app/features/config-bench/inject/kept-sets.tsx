import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { KeptThingList } from '../../../components/kept/kept-thing-list.tsx'
import { THING_NAME_MAX } from '../../../components/kept/kept-things.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { type InjectionSet, isEmptySet } from './injection-set.ts'
import { keptInjections } from './kept-injections.ts'

interface Props {
  set: InjectionSet
  onOpen: (set: InjectionSet) => void
}

/** Keeps what was typed under a name, and opens what was kept before. On this device, unless a button says otherwise. */
export function KeptSets({ set, onOpen }: Props) {
  const t = useTranslations('inject')
  const [name, setName] = useState('')
  const save = async () => {
    const same = keptInjections.state.get().things.find((thing) => thing.name === name.trim())
    const saved = await keptInjections.save({ name, value: set, ...(same ? { id: same.id } : {}) })
    setName('')
    showToast({ kind: 'success', text: t('kept.saved', { name: saved.name }) })
  }
  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label={t('kept.name')}
          hint={isEmptySet(set) ? t('kept.empty') : t('kept.note')}
          className="min-w-0 flex-1"
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={THING_NAME_MAX}
              data-testid="inject-kept-name"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" icon="star" className="mb-5" disabled={name.trim() === '' || isEmptySet(set)}>
          {t('kept.save')}
        </Button>
      </form>
      <KeptThingList
        kept={keptInjections}
        label={t('part.kept')}
        onOpen={({ value }) => onOpen(value)}
        starPath={(id) => `/inject?set=${id}`}
        empty={<p className="text-sm text-muted">{t('kept.none')}</p>}
      />
    </>
  )
}
