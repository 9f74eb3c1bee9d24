import { Suspense, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  type GitPosition,
  hasPath,
  pathBy,
  fileNameBy,
  PARTS,
  FILE_PATTERN_MAX,
  patternMistake,
  type Destination,
  type Position,
  type StoragePosition,
} from '../../components/publish/positions.ts'
import { useFailureWords } from '../../components/api-call/use-failure-words.ts'
import { call } from '../../lib/api.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'

interface Props {
  position: Position
  /** Its place in the list, from one. */
  number: number
  isDefault: boolean
  /** Configs are saved here now. It is the default, or the default needs an account. */
  isUsedNow: boolean
  /** How many there are. */
  count: number
  /** A person can use no other place. So this card has no buttons to move, choose or delete it. */
  isAlone: boolean
  /** It needs an account, and the person is not signed in. */
  isLocked: boolean
  /** Saving was tried: what is missing is said too. */
  isTried: boolean
  onPattern: (pattern: string) => void
  onGit: (git: GitPosition) => void
  onStorage: (storage: StoragePosition) => void
  onDefault: () => void
  onStep: (by: MoveBy) => void
  onDelete: () => void
}

/** One up or one down in the list. */
export type MoveBy = -1 | 1

const ICONS: Record<Destination, IconName> = {
  hosted: 'rss',
  download: 'hard-drive-download',
  git: 'files',
  storage: 'database',
}

const GitPositionFields = lazyPart(async () => (await import('./git-position.tsx')).GitPositionFields)
const StoragePositionFields = lazyPart(async () => (await import('./storage-position.tsx')).StoragePositionFields)
const NOWHERE = {}

/** The folders before a name that nothing stands for: those that a test may write into. */
const folderOfPattern = (pattern: string) => pattern.split('/').slice(0, -1).join('/').replaceAll(/[{}]/g, '')

/** A badge in the line of a button. */
const AS_HIGH = 'h-(--control-small) px-2 pointer-coarse:h-7'

/** One place that configs go to, and what they are called there. */
export function PositionCard(props: Props) {
  const { position, number, isDefault, isUsedNow, isAlone, isLocked, isTried, onPattern, onGit, onStorage } = props
  const { place, pattern, git = NOWHERE, storage = NOWHERE } = position
  const t = useTranslations('subscribe')
  const known = useStore(session, undefined)
  const name = t(`positionIn.${place}`)
  const note = t(`positionNote.${place}`)
  const title = t('positionTitle', { number, place: name })
  return (
    <li className="card flex flex-col gap-3 p-4" data-testid="position">
      {/* The badge goes below the name only where both do not fit in one line. */}
      <div className="-my-2 flex items-start gap-x-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <h2 className="flex min-h-(--control) min-w-0 items-center gap-2 font-semibold">
            <Icon name={ICONS[place]} className="size-4 text-muted" />
            {name}
          </h2>
          <span role="status" className="mr-auto flex">
            {/* Without an account the text below says what is missing. */}
            {(isDefault || isUsedNow) && !isLocked && (
              <Badge tone="success" icon="check" className={AS_HIGH}>
                {t(isDefault ? 'positionDefault' : 'positionUsedNow')}
              </Badge>
            )}
          </span>
          {!isAlone && !isDefault && !isLocked && (
            <Button
              size="small"
              className="pointer-coarse:h-7"
              aria-label={t('positionDoTo', { action: t('positionMakeDefault'), name: title })}
              onClick={props.onDefault}
            >
              {t('positionMakeDefault')}
            </Button>
          )}
        </div>
        {!isAlone && !isLocked && (
          <div className="-mr-2 flex pointer-coarse:-mr-3.5">
            <Actions {...props} title={title} />
          </div>
        )}
      </div>
      <p className="text-pretty text-muted">
        {isLocked ? t.rich('positionSignIn', { message: note, link: asSignIn }) : note}
      </p>
      {/* A place that needs an account has no field. A field with a mistake stays, because the mistake blocks saving. */}
      <Suspense>
        {place === 'git' && <GitPositionFields git={git} folder={folderOfPattern(pattern)} onChange={onGit} />}
        {place === 'storage' && (
          <StoragePositionFields storage={storage} folder={folderOfPattern(pattern)} onChange={onStorage} />
        )}
      </Suspense>
      {(!isLocked || patternMistake(pattern, place)) && (
        <Pattern place={place} pattern={pattern} isTried={isTried} onChange={onPattern} />
      )}
      {place === 'hosted' && known?.user && <Tested />}
    </li>
  )
}

/** Buttons where there is room for them, else one with a menu. */
function Actions({ title, number, count, onStep, onDelete }: Props & { title: string }) {
  const t = useTranslations('subscribe')
  const ofPlace = t('actionsFor', { name: title })
  const actions: (MenuItem & { step?: MoveBy })[] = [
    { id: 'up', label: t('moveUp'), icon: 'arrow-up', step: -1, disabled: number === 1, onSelect: () => onStep(-1) },
    {
      id: 'down',
      label: t('moveDown'),
      icon: 'arrow-down',
      step: 1,
      disabled: number === count,
      onSelect: () => onStep(1),
    },
    { id: 'delete', label: t('delete'), icon: 'trash-2', danger: true, onSelect: onDelete },
  ]
  return (
    <>
      <span className="flex max-sm:hidden">
        {actions.map(({ id, label, icon, step, disabled, onSelect }) => (
          <IconButton
            key={id}
            icon={icon!}
            label={t('positionDoTo', { action: label, name: title })}
            data-step={step}
            disabled={disabled}
            onClick={onSelect}
          />
        ))}
      </span>
      <Menu
        label={ofPlace}
        align="end"
        items={actions}
        trigger={<IconButton icon="ellipsis" label={ofPlace} data-step="" className="sm:hidden" />}
      />
    </>
  )
}

interface PatternProps {
  place: Destination
  pattern: string
  isTried: boolean
  onChange: (pattern: string) => void
}

/** What files are called, with the parts that stand for something: pressed, one is written where the caret was. */
function Pattern({ place, pattern, isTried, onChange }: PatternProps) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const sample = { name: t('positionSampleName'), client: 'mihomo', date: useToday() }
  const file = (hasPath(place) ? pathBy : fileNameBy)(pattern, sample, 'yaml')
  const field = useRef<HTMLInputElement>(null)
  const left = useRef<{ from: number; to: number }>(undefined)
  const parts = (hasPath(place) ? [...PARTS, 'ext'] : PARTS).map((part) => `{${part}}`)
  const mistake = patternMistake(pattern, place)

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
        label={t(hasPath(place) ? 'positionPath' : 'positionPattern')}
        hint={mistake || place !== 'hosted' ? undefined : t('positionPatternNote')}
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
            maxLength={FILE_PATTERN_MAX}
            onChange={(event) => onChange(event.target.value)}
            onBlur={({ target: { selectionStart, selectionEnd, value } }) => {
              left.current = { from: selectionStart ?? value.length, to: selectionEnd ?? value.length }
            }}
          />
        )}
      </Field>
      {/* It stays while there is a mistake: else what is below would move while somebody types. */}
      <p className="flex flex-wrap gap-x-1 text-xs text-muted" data-testid="position-sample">
        {t.rich('positionSample', { file: mistake ? '—' : file, name: asName })}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted max-sm:*:first:basis-full sm:gap-y-2">
        <span>{t('positionInsert')}</span>
        {PARTS.map((part) => (
          <button
            key={part}
            type="button"
            className="chip chip-button text-fg pointer-coarse:my-0.5 pointer-coarse:h-8"
            aria-label={t('positionInsertPart', { name: `${t(`positionPart.${part}`)} {${part}}` })}
            disabled={pattern.length + part.length + 2 > FILE_PATTERN_MAX}
            onClick={() => insert(`{${part}}`)}
          >
            {t(`positionPart.${part}`)}
            <code className="text-muted max-lg:hidden">{`{${part}}`}</code>
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

/** As it is written: no gap is put between a Chinese word and the ending. */
const asName = (words: ReactNode) => (
  <span className="max-w-full font-semibold wrap-anywhere text-fg [text-autospace:no-autospace]">{words}</span>
)

const asSignIn = (words: ReactNode) => (
  <button type="button" className="target inline text-link-plain" onClick={() => void askToSignIn()}>
    {words}
  </button>
)

/** Whether the server would take something now. */
function Tested() {
  const t = useTranslations('subscribe')
  const words = useFailureWords()
  const [state, setState] = useState<'busy' | 'works' | { failure: string }>()
  const test = async () => {
    setState('busy')
    try {
      await call('GET /api/outputs', { quiet: true })
      setState('works')
    } catch (error) {
      setState({ failure: words(error).text })
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <Button size="small" disabled={state === 'busy'} onClick={() => void test()}>
        {t('positionTest')}
      </Button>
      <span role="status" className={typeof state === 'object' ? 'text-error' : 'text-muted'}>
        {state === 'works' && t('positionWorks')}
        {typeof state === 'object' && state.failure}
      </span>
    </p>
  )
}
