import { CLIENT_FACTS } from '@switchyard/convert/facts'
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import type { CodecRun } from './run-codec.ts'
import { type Chain, STEPS_MAX } from './steps/chain.ts'
import { optionOf, STEP_FACTS, STEP_GROUPS, STEP_IDS, type CodecStep, type StepId } from './steps/step-facts.ts'
import type { StepReport } from './steps/run-chain.ts'
import { useStepWords } from './use-step-words.ts'

interface Props {
  chain: Chain
  outcome: CodecRun | undefined
  isCurrent: boolean
  onChange: (chain: Chain) => void
  /** With the words for what was done. */
  onRemove: (rest: Chain, done: string) => void
  swap: { run: () => void; isOff: boolean; oneWay: StepId | undefined }
}

/** The steps in their order: moved with Alt and an arrow or with the buttons, removed with Delete or the button. */
export function StepList({ chain, outcome, isCurrent, onChange, onRemove, swap }: Props) {
  const t = useTranslations('codec')
  const list = useRef<HTMLOListElement>(null)
  /** Where the focus belongs once the list is drawn anew. */
  const wanted = useRef<{ index: number; action: string }>(null)
  const [said, setSaid] = useState('')
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { index, action } = wanted.current
    wanted.current = null
    const row = list.current?.children[index]
    const button = row?.querySelector<HTMLElement>(`[data-action=${action}]:not(:disabled)`)
    ;(button ?? row?.querySelector<HTMLElement>('[data-action=remove]') ?? list.current)?.focus()
  }, [chain])

  const move = (index: number, by: number, action: string) => {
    const to = index + by
    if (to < 0 || to >= chain.length) return
    const next = chain.toSpliced(index, 1).toSpliced(to, 0, chain[index]!)
    wanted.current = { index: to, action }
    setSaid(t('moved', { name: t(`step.${chain[index]!.id}`), n: to + 1, total: chain.length }))
    onChange(next)
  }
  const remove = (index: number) => {
    wanted.current = { index: Math.min(index, chain.length - 2), action: 'remove' }
    onRemove(chain.toSpliced(index, 1), t('removed', { name: t(`step.${chain[index]!.id}`) }))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const target = event.target instanceof HTMLElement ? event.target : undefined
    if (by !== undefined && event.altKey) {
      event.preventDefault()
      move(index, by, target?.dataset['action'] ?? 'remove')
    } else if (event.key === 'Delete' && target?.dataset['action'] !== undefined) {
      event.preventDefault()
      remove(index)
    }
  }
  const choices = useMemo(
    () =>
      STEP_GROUPS.flatMap((group) =>
        STEP_IDS.filter((id) => STEP_FACTS[id].group === group).map((id) => ({
          value: id,
          label: t(`step.${id}`),
          note: t(`group.${group}`),
          keywords: id,
        })),
      ),
    [t],
  )
  const isFull = chain.length >= STEPS_MAX

  return (
    <section className="tool-pane" aria-labelledby="codec-steps">
      <div className="tool-head">
        <h2 id="codec-steps">{t('steps')}</h2>
        <Button
          look="ghost"
          size="small"
          icon="arrow-left-right"
          disabled={swap.isOff}
          onClick={swap.run}
          data-testid="codec-swap"
        >
          {t('swap')}
        </Button>
      </div>
      {chain.length === 0 && <p className="text-sm text-muted">{t('empty')}</p>}
      <ol ref={list} tabIndex={-1} className="flex flex-col gap-2 outline-none empty:hidden" data-testid="codec-steps">
        {chain.map((step, index) => (
          // A step has no name of its own: its place is what it is.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="card p-2" onKeyDown={(event) => onKeyDown(event, index)}>
            <div className="flex items-center gap-0.5">
              <span className="w-6 text-center text-xs text-muted tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 text-sm font-medium">{t(`step.${step.id}`)}</span>
              <StepButtons
                name={t(`step.${step.id}`)}
                isFirst={index === 0}
                isLast={index === chain.length - 1}
                onMove={(by, action) => move(index, by, action)}
                onRemove={() => remove(index)}
              />
            </div>
            <OptionFields step={step} onChange={(changed) => onChange(chain.with(index, changed))} />
            <StepState report={outcome?.reports[index]} isCurrent={isCurrent} />
          </li>
        ))}
      </ol>
      {isFull ? (
        <p className="text-sm text-muted">{t('tooMany', { n: STEPS_MAX })}</p>
      ) : (
        <Combobox
          aria-label={t('add')}
          value={undefined}
          choices={choices}
          placeholder={t('addHint')}
          emptyText={t('noStep')}
          icon={<Icon name="plus" />}
          onChange={(id: StepId) => onChange([...chain, { id, options: {} }])}
        />
      )}
      {chain.length > 0 && (
        <p className="text-xs text-muted">
          {swap.oneWay ? t('noWayBack', { name: t(`step.${swap.oneWay}`) }) : t('swapHint')}
        </p>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </section>
  )
}

interface ButtonsProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: number, action: string) => void
  onRemove: () => void
}

function StepButtons({ name, isFirst, isLast, onMove, onRemove }: ButtonsProps) {
  const t = useTranslations('codec')
  return (
    <>
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('up', { name })}
        disabled={isFirst}
        data-action="up"
        onClick={() => onMove(-1, 'up')}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={t('down', { name })}
        disabled={isLast}
        data-action="down"
        onClick={() => onMove(1, 'down')}
      />
      <IconButton icon="trash-2" size="small" label={t('remove', { name })} data-action="remove" onClick={onRemove} />
    </>
  )
}

function OptionFields({ step, onChange }: { step: CodecStep; onChange: (step: CodecStep) => void }) {
  const t = useTranslations('codec')
  return Object.entries(STEP_FACTS[step.id].options ?? {}).map(([name, values]) => {
    // The table of steps has texts; every one of them has its words, which a test asks for.
    const label = t(`option.${name as 'form'}`)
    return (
      <label key={name} className="mt-1 flex items-center gap-2 pl-6 text-xs text-muted">
        <span className="shrink-0">{label}</span>
        <Select
          className="flex-1"
          value={optionOf(step, name)}
          choices={values.map((value) => {
            // The same: a name of the table.
            const key = `value.${name}.${value}` as 'value.form.standard'
            return { value, label: findClientTitle(value) ?? t(key) }
          })}
          onChange={(value) => onChange({ ...step, options: { ...step.options, [name]: value } })}
        />
      </label>
    )
  })
}

/** Names of clients are the same in every language. */
const findClientTitle = (id: string) => CLIENT_FACTS.find((client) => client.id === id)?.title

function StepState({ report, isCurrent }: { report: StepReport | undefined; isCurrent: boolean }) {
  const t = useTranslations('codec')
  const words = useStepWords()
  if (report === undefined) return null
  const { issue, notes, size } = report
  return (
    <div className={`mt-1 flex flex-col gap-1 pl-6 text-xs wrap-anywhere ${isCurrent ? '' : 'opacity-60'}`}>
      {issue ? (
        <p className="flex gap-1.5 text-error">
          <Icon name="circle-alert" className="mt-0.5 size-3.5" />
          {words.issue(issue)}
        </p>
      ) : (
        <p className="text-muted">{t('size', { size: words.size(size) })}</p>
      )}
      {notes.map((note) => (
        <p key={note.code} className="flex gap-1.5 text-warning">
          <Icon name="info" className="mt-0.5 size-3.5" />
          {words.issue(note)}
        </p>
      ))}
    </div>
  )
}
