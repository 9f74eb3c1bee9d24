import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  chosenPositions,
  MOST_POSITIONS,
  patternMistake,
  type Position,
  USUAL_POSITIONS,
} from '../../components/publish/positions.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../lib/ui-settings.ts'
import { Button } from '../../ui/button.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { PositionCard } from './position-card.tsx'

const NO_SETTINGS: UiSettings = {}

/** Where configs are put, and what they are called there: offered in this order when something is published. */
export function PositionPage() {
  const kept = chosenPositions(useStore(uiSettings, NO_SETTINGS).positions ?? [])
  // What another tab saves is taken up where nothing is being edited: the key makes the form anew.
  return <PositionForm key={JSON.stringify(kept)} kept={kept} />
}

function PositionForm({ kept }: { kept: readonly Position[] }) {
  const t = useTranslations('subscribe')
  const list = useRef<HTMLOListElement>(null)
  // The menu of the last one goes with it.
  useKeptFocus(list)
  const [positions, setPositions] = useState(kept)
  const [isTried, setTried] = useState(false)
  const isDirty = JSON.stringify(positions) !== JSON.stringify(kept)
  const change = (at: number, next: Partial<Position>) =>
    setPositions(positions.map((one, index) => (index === at ? Object.assign({}, one, next) : one)))
  const save = () => {
    setTried(true)
    if (positions.some(({ pattern }) => patternMistake(pattern))) return
    changeUiSettings({ positions })
    showToast({ kind: 'success', text: t('positionSaved') })
  }
  const chosen = Math.max(
    0,
    positions.findIndex(({ isDefault }) => isDefault),
  )
  return (
    <form
      noValidate
      className="sm:grid sm:grid-cols-[1fr_auto] sm:gap-x-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <ol ref={list} className="col-span-2 mb-3 flex flex-col gap-3">
        {positions.map((position, at) => (
          <PositionCard
            key={at}
            position={position}
            number={at + 1}
            isDefault={at === chosen}
            isTried={isTried}
            onChange={(next) => change(at, next)}
            actions={[
              {
                id: 'default',
                icon: 'check',
                label: t('positionMakeDefault'),
                disabled: at === chosen,
                onSelect: () => setPositions(positions.map((one, index) => positionOf(one, index === at))),
              },
              {
                id: 'up',
                icon: 'arrow-up',
                label: t('positionUp'),
                disabled: at === 0,
                onSelect: () => setPositions(swapped(positions, at, at - 1)),
              },
              {
                id: 'down',
                icon: 'arrow-down',
                label: t('positionDown'),
                disabled: at === positions.length - 1,
                onSelect: () => setPositions(swapped(positions, at, at + 1)),
              },
              'separator',
              {
                id: 'delete',
                icon: 'trash-2',
                label: t('positionDelete'),
                danger: true,
                disabled: positions.length === 1,
                onSelect: () => setPositions(positions.toSpliced(at, 1)),
              },
            ]}
          />
        ))}
      </ol>
      <Button
        icon="plus"
        className="justify-self-start"
        disabled={positions.length >= MOST_POSITIONS}
        onClick={() => setPositions([...positions, USUAL_POSITIONS[0]!])}
      >
        {t('positionAdd')}
      </Button>
      {/* On a phone the list is longer than the window: what saves a change stays in reach. */}
      <div
        className={`flex justify-end gap-2 ${isDirty ? 'max-sm:sticky max-sm:bottom-(--bottom-bar) max-sm:z-10 max-sm:-mx-4 max-sm:mt-3 max-sm:border-t max-sm:border-line max-sm:bg-page max-sm:px-4 max-sm:py-2' : ''}`}
      >
        {isDirty && <Button onClick={() => setPositions(kept)}>{t('positionRevert')}</Button>}
        <Button type="submit" look="solid" disabled={!isDirty}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

const positionOf = ({ place, pattern }: Position, isDefault: boolean): Position =>
  isDefault ? { place, pattern, isDefault } : { place, pattern }

function swapped(positions: readonly Position[], from: number, to: number): readonly Position[] {
  const [one] = positions.slice(from, from + 1)
  return one ? positions.toSpliced(from, 1).toSpliced(to, 0, one) : positions
}
