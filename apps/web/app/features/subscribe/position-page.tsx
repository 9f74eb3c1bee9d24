import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import {
  chosenPositions,
  MOST_POSITIONS,
  needsAccount,
  patternMistake,
  DESTINATIONS,
  type Destination,
  type Position,
  USUAL_GIT_POSITION,
  USUAL_POSITIONS,
  USUAL_STORAGE_POSITION,
} from '../../components/publish/positions.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { Button } from '../../ui/button.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { PositionCard, type MoveBy } from './position-card.tsx'

const NO_SETTINGS: UiSettings = {}

/** Where configs are put, and what they are called there: offered in this order when something is published. */
export function PositionPage() {
  const { positions } = useStore(uiSettings, NO_SETTINGS)
  const known = useStore(session, undefined)
  const isSignedOut = known !== undefined && known.user === undefined
  const chosen = chosenPositions(positions ?? [])
  // While nothing was chosen, what works without an account comes first for who has none. The default is the same one.
  const kept =
    chosen === USUAL_POSITIONS && isSignedOut
      ? USUAL_POSITIONS.map((one, at) => positionOf(one, at === 0)).toReversed()
      : chosen
  // Another tab can save positions, and signing in can change their order. A form without edits takes such changes over.
  const [isDirty, setDirty] = useState(false)
  const [held, setHeld] = useState(kept)
  if (!isDirty && JSON.stringify(held) !== JSON.stringify(kept)) setHeld(kept)
  return <PositionForm key={JSON.stringify(held)} kept={held} isSignedOut={isSignedOut} onDirty={setDirty} />
}

interface FormProps {
  kept: readonly Position[]
  isSignedOut: boolean
  /** Called when something is edited, and when nothing is any more. */
  onDirty: (isDirty: boolean) => void
}

/** The place of the default: of the first one, if none is marked. */
function defaultOf(positions: readonly Position[]): number {
  return Math.max(
    0,
    positions.findIndex(({ isDefault }) => isDefault),
  )
}

/** The positions with the default marked in them. */
function marked(positions: readonly Position[]): Position[] {
  const at = defaultOf(positions)
  return positions.map((one, index) => positionOf(one, index === at))
}

function PositionForm({ kept, isSignedOut, onDirty }: FormProps) {
  const t = useTranslations('subscribe')
  const list = useRef<HTMLOListElement>(null)
  // The button of a deleted one goes with it.
  useKeptFocus(list)
  const [positions, setPositions] = useState(kept)
  const [isTried, setTried] = useState(false)
  const [said, setSaid] = useState('')
  const isDirty = JSON.stringify(marked(positions)) !== JSON.stringify(marked(kept))
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const save = () => {
    setTried(true)
    if (positions.some(({ place, pattern }) => patternMistake(pattern, place))) return
    onDirty(false)
    changeUiSettings({ positions })
    showToast({ kind: 'success', text: t('positionSaved') })
  }
  const chosen = defaultOf(positions)
  const isUsable = (place: Destination) => !isSignedOut || !needsAccount(place)
  const usable = positions.filter(({ place }) => isUsable(place))
  // The default, or the first place that works if the default needs an account.
  const usedNow = usable.includes(positions[chosen]!) ? chosen : positions.findIndex(({ place }) => isUsable(place))
  const move = (from: number, by: MoveBy) => {
    const to = from + by
    // The default stays the default, wherever it stands.
    flushSync(() => setPositions(swapped(marked(positions), from, to)))
    focusStep(list.current?.children[to], by)
    setSaid(t('moved', { name: t(`positionIn.${positions[from]!.place}`), place: to + 1, count: positions.length }))
  }
  return (
    <form
      noValidate
      className="grid grid-cols-[1fr_auto] gap-x-3"
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
            isUsedNow={at === usedNow}
            count={positions.length}
            isAlone={usable.length < 2}
            isLocked={!isUsable(position.place)}
            isTried={isTried}
            onPattern={(pattern) =>
              setPositions(positions.map((one, index) => (index === at ? Object.assign({}, one, { pattern }) : one)))
            }
            onGit={(git) =>
              setPositions(positions.map((one, index) => (index === at ? Object.assign({}, one, { git }) : one)))
            }
            onStorage={(storage) =>
              setPositions(positions.map((one, index) => (index === at ? Object.assign({}, one, { storage }) : one)))
            }
            onDefault={() => setPositions(positions.map((one, index) => positionOf(one, index === at)))}
            onStep={(by) => move(at, by)}
            onDelete={() => setPositions(positions.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {usable.length > 1 && <p className="col-span-2 mb-3 text-muted">{t('positionOrder')}</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
      <Menu
        label={t('positionAdd')}
        items={DESTINATIONS.filter(isUsable).map((place) => ({
          id: place,
          label: t(`positionIn.${place}`),
          onSelect: () => setPositions([...positions, USUAL_BY_PLACE.find((one) => one.place === place)!]),
        }))}
        trigger={
          <Button icon="plus" className="justify-self-start" disabled={positions.length >= MOST_POSITIONS}>
            {t('positionAdd')}
          </Button>
        }
      />
      {/* On a phone the list is longer than the window: what saves a change stays in reach. */}
      <div
        className={`flex justify-end gap-2 ${isDirty ? 'max-sm:sticky max-sm:bottom-(--bottom-bar) max-sm:col-span-2 max-sm:z-10 max-sm:-mx-4 max-sm:mt-3 max-sm:border-t max-sm:border-line max-sm:bg-page max-sm:px-4 max-sm:py-2' : ''}`}
      >
        {isDirty && <Button onClick={() => setPositions(kept)}>{t('positionRevert')}</Button>}
        <Button type="submit" look="solid" disabled={!isDirty}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

/** Focuses the button that moves a card on in the same direction; at the end of the list, the one that moves it back; on a phone, the one with the menu. */
function focusStep(card: Element | undefined, by: MoveBy): void {
  const buttons = [...(card?.querySelectorAll<HTMLButtonElement>('[data-step]:enabled') ?? [])].filter((button) =>
    button.checkVisibility(),
  )
  const same = buttons.find(({ dataset }) => dataset.step === String(by))
  ;(same ?? buttons[0])?.focus()
}

const positionOf = ({ place, pattern, git, storage }: Position, isDefault: boolean): Position => ({
  place,
  pattern,
  ...(git && { git }),
  ...(storage && { storage }),
  ...(isDefault && { isDefault }),
})

/** What a new one starts from. */
const USUAL_BY_PLACE: readonly Position[] = [...USUAL_POSITIONS, USUAL_GIT_POSITION, USUAL_STORAGE_POSITION]

function swapped(positions: readonly Position[], from: number, to: number): readonly Position[] {
  const [one] = positions.slice(from, from + 1)
  return one ? positions.toSpliced(from, 1).toSpliced(to, 0, one) : positions
}
