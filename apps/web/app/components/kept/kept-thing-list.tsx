import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isPress } from '../../lib/shortcuts.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { StarButton } from '../favourites/star-button.tsx'
import { useStar } from '../favourites/use-star.ts'
import { uiSettings } from '../kept-settings/ui-settings.ts'
import { type KeptThing, type KeptThings, THING_NAME_MAX } from './kept-things.ts'
import { useKeptThings } from './use-kept-things.ts'
import { useThingMenu } from './use-thing-menu.ts'

interface Props<Value> {
  kept: KeptThings<Value>
  label: string
  onOpen: (thing: KeptThing<Value>) => void
  /** What stands below a name. Absent: when it was changed. */
  note?: (thing: KeptThing<Value>) => string
  /** Where a star leads: the path with its query. Absent: nothing is starred here. */
  starPath?: (id: string) => string
  /** Shown while nothing is kept. */
  empty: ReactNode
}

/** Things that are kept under a name: opened by it, renamed, starred (by `f`, too), deleted with undo, sent to the account or taken out of it. */
export function KeptThingList<Value>({ kept, label, onOpen, note, starPath, empty }: Props<Value>) {
  const t = useTranslations('kept')
  const format = useFormatter()
  const { things, isReady } = useKeptThings(kept)
  const { entries, failure } = useThingMenu(kept)
  const toggle = useStar()
  const [renamed, setRenamed] = useState<KeptThing<Value>>()
  if (!isReady) return null
  const changed = (at: number) =>
    t('changed', { time: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }) })
  const starOf = ({ id, name }: KeptThing<Value>) =>
    ({ kind: 'set', id: `${kept.kind}/${id}`, name, data: starPath?.(id) ?? '' }) as const
  const onKeyDown = (event: KeyboardEvent, thing: KeptThing<Value>) => {
    if (!starPath || event.defaultPrevented || !isPress(event, 'f') || uiSettings.get().shortcuts === false) return
    event.preventDefault()
    void toggle(starOf(thing))
  }
  return (
    <div className="flex flex-col gap-2">
      {things.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className="card divide-y divide-line">
          {things.map((thing) => (
            <li
              key={thing.id}
              className="flex items-center gap-1 px-3 py-1"
              data-testid={`kept-${thing.id}`}
              onKeyDown={(event) => onKeyDown(event, thing)}
            >
              <button
                type="button"
                className="target min-w-0 flex-1 py-1 text-left"
                aria-label={t('open', { name: thing.name })}
                onClick={() => onOpen(thing)}
              >
                <span className="block truncate font-medium text-link">{thing.name}</span>
                <span className="block text-xs text-muted">
                  {[note?.(thing) ?? changed(thing.changed), t(thing.isInAccount ? 'inAccount' : 'onDevice')].join(
                    ' · ',
                  )}
                </span>
              </button>
              {starPath && <StarButton {...starOf(thing)} />}
              <Menu
                label={t('menu', { name: thing.name })}
                align="end"
                trigger={<IconButton icon="ellipsis" label={t('menu', { name: thing.name })} />}
                items={entries(thing, () => setRenamed(thing))}
              />
            </li>
          ))}
        </ul>
      )}
      <FormFailure failure={failure} />
      {renamed && (
        <RenameThing
          name={renamed.name}
          onRename={(name) => kept.rename(renamed.id, name)}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </div>
  )
}

interface RenameProps {
  name: string
  onRename: (name: string) => void
  onClose: () => void
}

function RenameThing({ name: before, onRename, onClose }: RenameProps) {
  const t = useTranslations('kept')
  const [name, setName] = useState(before)
  return (
    <FormDialog
      title={t('renameTitle')}
      apply={t('save')}
      canApply={name.trim() !== ''}
      dirty={name !== before}
      onApply={() => onRename(name.trim())}
      onClose={onClose}
    >
      <Field label={t('name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={THING_NAME_MAX}
            data-autofocus
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
