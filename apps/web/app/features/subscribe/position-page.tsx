import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import {
  chosenPositions,
  fileNameBy,
  MOST_POSITIONS,
  PATTERN_MAX,
  patternMistake,
  PLACES,
  type Position,
  USUAL_POSITIONS,
} from '../../components/publish/positions.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../lib/ui-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Select } from '../../ui/select.tsx'

const NO_SETTINGS: UiSettings = {}
const SAMPLE = { name: 'home', client: 'mihomo', date: '20261123', ext: 'yaml' }

/** Where configs are put, and what they are called there: offered in this order when something is published. */
export function PositionPage() {
  const kept = chosenPositions(useStore(uiSettings, NO_SETTINGS).positions ?? [])
  // What another tab saves is taken up where nothing is being edited: the key makes the form anew.
  return <PositionForm key={JSON.stringify(kept)} kept={kept} />
}

function PositionForm({ kept }: { kept: readonly Position[] }) {
  const t = useTranslations('subscribe')
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
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <ol className="card mb-3 divide-y divide-line">
        {positions.map(({ place, pattern }, at) => {
          const mistake = patternMistake(pattern)
          return (
            <li key={at} className="flex flex-col gap-3 p-4" data-testid="position">
              <div className="flex flex-wrap items-center gap-2">
                <label className="inline-flex min-h-(--target) items-center gap-2 text-sm">
                  <input
                    type="radio"
                    name="default-position"
                    className="radio"
                    checked={at === chosen}
                    onChange={() => setPositions(positions.map((one, index) => positionOf(one, index === at)))}
                  />
                  {t('positionDefault')}
                </label>
                <span className="ml-auto flex items-center gap-1">
                  <IconButton
                    icon="arrow-up"
                    size="small"
                    label={t('positionUp', { number: at + 1 })}
                    disabled={at === 0}
                    onClick={() => setPositions(swapped(positions, at, at - 1))}
                  />
                  <IconButton
                    icon="arrow-down"
                    size="small"
                    label={t('positionDown', { number: at + 1 })}
                    disabled={at === positions.length - 1}
                    onClick={() => setPositions(swapped(positions, at, at + 1))}
                  />
                  <IconButton
                    icon="trash-2"
                    size="small"
                    label={t('positionDelete', { number: at + 1 })}
                    disabled={positions.length === 1}
                    onClick={() => setPositions(positions.toSpliced(at, 1))}
                  />
                </span>
              </div>
              <div className="grid gap-3 sm:grid-cols-2">
                <Field label={t('positionPlace')} hint={t(`positionNote.${place}`)}>
                  {(control) => (
                    <Select
                      {...control}
                      value={place}
                      choices={PLACES.map((value) => ({ value, label: t(`positionIn.${value}`) }))}
                      onChange={(value) => change(at, { place: value })}
                    />
                  )}
                </Field>
                <Field
                  label={t('positionPattern')}
                  hint={mistake ? undefined : t('positionSample', { name: fileNameBy(pattern, SAMPLE) })}
                  error={mistake && (isTried || mistake !== 'empty') && t(`positionMistake.${mistake}`)}
                >
                  {(control) => (
                    <Input
                      {...control}
                      value={pattern}
                      maxLength={PATTERN_MAX}
                      className="font-mono"
                      onChange={(event) => change(at, { pattern: event.target.value })}
                    />
                  )}
                </Field>
              </div>
              {place === 'hosted' && <Tested />}
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          icon="plus"
          disabled={positions.length >= MOST_POSITIONS}
          onClick={() => setPositions([...positions, USUAL_POSITIONS[0]!])}
        >
          {t('positionAdd')}
        </Button>
        <span className="ml-auto flex gap-2">
          {isDirty && <Button onClick={() => setPositions(kept)}>{t('positionRevert')}</Button>}
          <Button type="submit" look="solid" disabled={!isDirty}>
            {t('save')}
          </Button>
        </span>
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

/** Whether the server would take something now. */
function Tested() {
  const t = useTranslations('subscribe')
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  const [state, setState] = useState<'busy' | 'works' | 'fails'>()
  if (!isSignedIn) return <p className="text-xs text-muted">{t('positionSignIn')}</p>
  const test = async () => {
    setState('busy')
    const works = await call('GET /api/outputs', { quiet: true }).then(
      () => true,
      () => false,
    )
    setState(works ? 'works' : 'fails')
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <Button size="small" disabled={state === 'busy'} onClick={() => void test()}>
        {t('positionTest')}
      </Button>
      <span role="status" className={state === 'fails' ? 'text-error' : 'text-muted'}>
        {state === 'works' && t('positionWorks')}
        {state === 'fails' && t('noAnswer')}
      </span>
    </p>
  )
}
