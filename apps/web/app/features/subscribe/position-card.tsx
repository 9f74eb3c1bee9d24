import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  fileNameBy,
  PARTS,
  PATTERN_MAX,
  patternMistake,
  PLACES,
  type Position,
} from '../../components/publish/positions.ts'
import { call } from '../../lib/api.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  position: Position
  /** Its place in the list, from one. */
  number: number
  isDefault: boolean
  /** Saving was tried: what is missing is said too. */
  isTried: boolean
  onChange: (next: Partial<Position>) => void
  /** What its menu does with it. */
  actions: readonly MenuEntry[]
}

/** One place that configs go to, and what they are called there. */
export function PositionCard({ position: { place, pattern }, number, isDefault, isTried, onChange, actions }: Props) {
  const t = useTranslations('subscribe')
  const known = useStore(session, undefined)
  const title = t('positionTitle', { number, place: t(`place.${place === 'hosted' ? 'server' : 'device'}`) })
  const needsAccount = place === 'hosted' && known !== undefined && known.user === undefined
  return (
    <li className="card flex flex-col gap-3 p-4" data-testid="position">
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
        <h2 className="min-w-0 font-semibold max-sm:col-span-2">{title}</h2>
        <span role="status" className="max-sm:order-1 max-sm:col-span-full">
          {isDefault && (
            <Badge {...(needsAccount ? { tone: 'quiet' } : { tone: 'success', icon: 'check' })}>
              {t(needsAccount ? 'positionDefaultLater' : 'positionDefault')}
            </Badge>
          )}
        </span>
        <Menu
          label={t('actionsFor', { name: title })}
          align="end"
          items={actions}
          trigger={<IconButton icon="ellipsis" className="-my-2 -mr-2" label={t('actionsFor', { name: title })} />}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t('positionPlace')}
          hint={needsAccount ? t.rich('positionSignIn', { link: asSignIn }) : t(`positionNote.${place}`)}
        >
          {(control) => (
            <Select
              {...control}
              value={place}
              choices={PLACES.map((value) => ({ value, label: t(`positionIn.${value}`) }))}
              onChange={(place) => onChange({ place })}
            />
          )}
        </Field>
        <Pattern pattern={pattern} isTried={isTried} onChange={(pattern) => onChange({ pattern })} />
      </div>
      {place === 'hosted' && known?.user && <Tested />}
    </li>
  )
}

interface PatternProps {
  pattern: string
  isTried: boolean
  onChange: (pattern: string) => void
}

/** What files are called, with the parts that stand for something: pressed, one is written where the caret was. */
function Pattern({ pattern, isTried, onChange }: PatternProps) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const file = fileNameBy(pattern, { name: t('positionSampleName'), client: 'mihomo', date: useToday() }, 'yaml')
  const field = useRef<HTMLInputElement>(null)
  const left = useRef<{ from: number; to: number }>(undefined)
  const parts = PARTS.map((part) => `{${part}}`)
  const mistake = patternMistake(pattern)

  const insert = (part: string) => {
    const { from, to } = left.current ?? { from: pattern.length, to: pattern.length }
    const end = from + part.length
    onChange(pattern.slice(0, from) + part + pattern.slice(to))
    left.current = { from: end, to: end }
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field
        label={t('positionPattern')}
        hint={mistake ? undefined : t.rich('positionSample', { file: file, name: asName })}
        error={
          mistake &&
          (isTried || mistake !== 'empty') &&
          t(`positionMistake.${mistake}`, { pattern: format.list(parts, { type: 'conjunction' }) })
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            value={pattern}
            maxLength={PATTERN_MAX}
            onChange={(event) => onChange(event.target.value)}
            onBlur={({ target: { selectionStart, selectionEnd, value } }) => {
              left.current = { from: selectionStart ?? value.length, to: selectionEnd ?? value.length }
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
        {t('positionInsert')}
        {PARTS.map((part) => (
          <button
            key={part}
            type="button"
            className="chip chip-button text-fg"
            aria-label={t('positionInsertPart', { name: t(`positionPart.${part}`) })}
            disabled={pattern.length + part.length + 2 > PATTERN_MAX}
            onClick={() => insert(`{${part}}`)}
          >
            {t(`positionPart.${part}`)}
          </button>
        ))}
      </div>
    </div>
  )
}

const neverChanges = () => () => {}
const compactDay = () => isoDay(new Date()).replaceAll('-', '')
// The person's day is not known to the server: it shows a day as long as that.
const SOME_DAY = '20260101'

const useToday = () => useSyncExternalStore(neverChanges, compactDay, () => SOME_DAY)

const asName = (words: ReactNode) => <span className="break-all text-fg">{words}</span>

const asSignIn = (words: ReactNode) => (
  <button type="button" className="text-link-plain target" onClick={() => void askToSignIn()}>
    {words}
  </button>
)

/** Whether the server would take something now. */
function Tested() {
  const t = useTranslations('subscribe')
  const [state, setState] = useState<'busy' | 'works' | 'fails'>()
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
