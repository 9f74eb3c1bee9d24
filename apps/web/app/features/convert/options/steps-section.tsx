import { FINGERPRINTS, IP_VERSIONS } from '@switchyard/convert/forms'
import {
  COMMON_FIELDS,
  type CommonField,
  NAME_MAX,
  newStep,
  type NodeRow,
  PATTERN_MAX,
  SORT_FIELDS,
  type Step,
  STEP_KINDS,
  type StepMatch,
  TEMPLATE_TOKENS,
  UNIQUE_FIELDS,
  withStep,
  withStepAdded,
  withStepMoved,
  withoutStep,
} from '@switchyard/recipe/model'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { randomId } from '../../../lib/random-id.ts'
import { useStore } from '../../../lib/store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Select } from '../../../ui/select.tsx'
import { useModel, useSession, useStatePart } from '../session/use-convert.ts'
import { OrderedRows } from '../../../components/config-form/ordered-rows.tsx'
import { useRemoved } from './use-setting.ts'
import { withoutEmpty } from '../../../components/config-form/without-empty.ts'

const NO_ROWS: readonly NodeRow[] = []
/** The engine reads no longer pattern. */

/** What is done to every node in turn, whatever the sources bring next time. */
export function StepsSection() {
  const t = useTranslations('convert.step')
  const session = useSession()
  const { steps } = useModel()
  const onRemoved = useRemoved()
  const counts = useStatePart(({ result }) => result?.steps)
  const put = (step: Step, kind = 'typing-step') => session.change((model) => withStep(model, step), kind)
  return (
    <>
      <p className="text-xs text-muted">{t('hint')}</p>
      <OrderedRows
        label={t('label')}
        rows={steps}
        testId="step-rows"
        nameOf={({ kind }) => t(`kind.${kind}`)}
        isUnfinished={isUnfinished}
        onMove={(from, to) => session.change((model) => withStepMoved(model, model.steps[from]!.id, to))}
        onRemove={(index, done) => {
          session.change((model) => withoutStep(model, model.steps[index]!.id))
          onRemoved(done)
        }}
        renderHead={(step, index) => {
          const count = counts?.find(({ id }) => id === step.id)
          return (
            <>
              <span className={`min-w-0 truncate font-medium ${step.disabled ? 'text-muted line-through' : ''}`}>
                {index + 1}. {t(`kind.${step.kind}`)}
              </span>
              <span
                className="min-w-0 flex-1 truncate text-right text-xs text-muted"
                data-testid={`step-count-${index}`}
              >
                {step.disabled ? t('off') : count && !count.unusable && t('changed', { n: count.changed })}
              </span>
              {!step.disabled && count?.unusable && (
                <Badge tone="error" icon="circle-alert">
                  {t(`why.${whyOf(count.unusable)}`)}
                </Badge>
              )}
            </>
          )
        }}
      >
        {(step) => (
          <>
            <Checkbox
              className="col-span-2"
              checked={!step.disabled}
              onChange={(isOn) => put(withOff(step, !isOn), 'edit')}
            >
              {t('on')}
            </Checkbox>
            <StepFields step={step} onChange={put} />
            {step.kind !== 'sort' && (
              <MatchFields match={step.match ?? {}} onChange={(match) => put({ ...step, match })} />
            )}
          </>
        )}
      </OrderedRows>
      <Menu
        label={t('add')}
        trigger={
          <Button size="small" icon="plus" className="self-start" data-testid="step-add">
            {t('add')}
          </Button>
        }
        items={STEP_KINDS.map((kind) => ({
          id: kind,
          label: t(`kind.${kind}`),
          onSelect: () => session.change((model) => withStepAdded(model, newStep(kind, randomId()))),
        }))}
      />
    </>
  )
}

/** It says nothing yet, so it changes nothing. */
function isUnfinished(step: Step): boolean {
  if (step.kind === 'filter') return Object.keys(step.match ?? {}).length === 0
  if (step.kind === 'replace') return step.pattern === ''
  if (step.kind === 'affix') return step.before === '' && step.behind === ''
  return step.kind === 'region' && step.region === ''
}

function whyOf(reason: string): 'pattern' | 'template' | 'region' {
  return reason === 'template' || reason === 'region' ? reason : 'pattern'
}

function withOff(step: Step, isOff: boolean): Step {
  const { disabled: _, ...others } = step
  return isOff ? { ...others, disabled: isOff } : others
}

interface FieldsProps {
  step: Step
  onChange: (step: Step) => void
}

/** What a step of its kind needs to know. */
function StepFields({ step, onChange }: FieldsProps) {
  const t = useTranslations('convert.step')
  const text = (label: string, value: string, put: (value: string) => Step, hint?: string) => (
    <Field label={label} hint={hint} className="col-span-2">
      {(control) => (
        <Input
          {...control}
          maxLength={PATTERN_MAX}
          value={value}
          onChange={(event) => onChange(put(event.target.value))}
        />
      )}
    </Field>
  )
  const choice = <Value extends string>(
    label: string,
    value: Value,
    choices: readonly { value: Value; label: string }[],
    put: (value: Value) => Step,
  ) => (
    <Field label={label}>
      {(control) => <Select {...control} value={value} choices={choices} onChange={(next) => onChange(put(next))} />}
    </Field>
  )
  const yesNo = (label: string, value: boolean, yes: string, no: string, put: (value: boolean) => Step) =>
    choice(label, value ? 'yes' : 'no', [{ value: 'yes', label: yes }, { value: 'no', label: no }], (next) => put(next === 'yes')) // oxfmt-ignore

  switch (step.kind) {
    case 'filter':
      return yesNo(t('what'), step.keeps, t('keep'), t('drop'), (keeps) => ({ ...step, keeps }))
    case 'replace':
      return (
        <>
          {text(t('pattern'), step.pattern, (pattern) => ({ ...step, pattern }))}
          {text(t('to'), step.to, (to) => ({ ...step, to }), t('toHint'))}
        </>
      )
    case 'name':
      return text(
        t('template'),
        step.template,
        (template) => ({ ...step, template }),
        TEMPLATE_TOKENS.map((token) => `{${token}}`).join(' '),
      )
    case 'sort':
      return (
        <>
          {choice(
            t('by'),
            step.by,
            SORT_FIELDS.map((value) => ({ value, label: t(`field.${value}`) })),
            (by) => ({ ...step, by }),
          )}
          {yesNo(t('order'), step.isDescending, t('descending'), t('ascending'), (isDescending) => ({ ...step, isDescending }))}
        </>
      ) // oxfmt-ignore
    case 'flag':
      return yesNo(t('what'), step.adds, t('flagAdd'), t('flagRemove'), (adds) => ({ ...step, adds }))
    case 'affix':
      return (
        <>
          {text(t('before'), step.before, (before) => ({ ...step, before }))}
          {text(t('behind'), step.behind, (behind) => ({ ...step, behind }))}
        </>
      )
    case 'region':
      return text(
        t('region'),
        step.region,
        (region) => ({ ...step, region: region.trim().toUpperCase() }),
        t('regionHint'),
      )
    case 'set':
      return (
        <>
          {choice(t('property'), step.field, COMMON_FIELDS.map((value) => ({ value, label: t(`set.${value}`) })), (field) => ({
            ...step, field, value: null,
          }))}
          {choice(t('value'), textOf(step.value), valuesOf(step.field).map((value) => ({
            value, label: value === 'default' || value === 'on' || value === 'off' ? t(`to${SPELLED[value]}`) : value,
          })), (value) => ({ ...step, value: valueOf(value) }))}
        </>
      ) // oxfmt-ignore
    case 'unique':
      return choice(
        t('same'),
        step.by,
        UNIQUE_FIELDS.map((value) => ({ value, label: t(`unique.${value}`) })),
        (by) => ({ ...step, by }),
      )
  }
}

const SPELLED = { default: 'Default', on: 'On', off: 'Off' } as const

function valuesOf(field: CommonField): readonly string[] {
  if (field === 'fingerprint') return ['default', ...FINGERPRINTS]
  return field === 'ipVersion' ? ['default', ...IP_VERSIONS] : ['default', 'on', 'off']
}

function textOf(value: boolean | string | null): string {
  return value === null ? 'default' : typeof value === 'boolean' ? (value ? 'on' : 'off') : value
}

function valueOf(text: string): boolean | string | null {
  return text === 'default' ? null : text === 'on' ? true : text === 'off' ? false : text
}

/** Which nodes a step is about. */
function MatchFields({ match, onChange }: { match: StepMatch; onChange: (match: StepMatch) => void }) {
  const t = useTranslations('convert.step')
  const to = useTranslations('configForm')
  const session = useSession()
  const { sources } = useModel()
  const rows = useStore(session.desk.rows, NO_ROWS)
  const types = useMemo(() => [...new Set(rows.map(({ type }) => type))].sort(), [rows])
  const regions = useMemo(() => [...new Set(rows.flatMap(({ region }) => region ?? []))].sort(), [rows])
  const names = [...new Set(sources.map(({ name }) => name).filter(Boolean))]
  const put = (change: { [K in keyof StepMatch]?: StepMatch[K] | undefined }) =>
    onChange(withoutEmpty({ ...match, ...change }))
  const choices = (values: readonly string[], now: string | undefined) => [
    { value: '', label: to('any') },
    ...[...new Set([...values, ...(now ? [now] : [])])].map((value) => ({ value, label: value })),
  ]
  const select = (key: 'type' | 'region' | 'source', label: string, values: readonly string[]) => (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={match[key] ?? ''}
          choices={choices(values, match[key])}
          onChange={(value) => put({ [key]: value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <Field label={t('nodes')} hint={t('nodesHint')} className="col-span-2">
        {(control) => (
          <Input
            {...control}
            placeholder={to('any')}
            maxLength={NAME_MAX}
            value={match.name ?? ''}
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </Field>
      {select('type', t('field.type'), types)}
      {select('region', t('field.region'), regions)}
      {names.length > 0 && select('source', t('field.source'), names)}
      <Field label={t('entries')}>
        {(control) => (
          <Select
            {...control}
            value={match.info === undefined ? '' : match.info ? 'info' : 'nodes'}
            choices={[
              { value: '', label: to('any') },
              { value: 'nodes', label: t('nodesOnly') },
              { value: 'info', label: t('infoOnly') },
            ]}
            onChange={(value) => put({ info: value === '' ? undefined : value === 'info' })}
          />
        )}
      </Field>
    </>
  )
}
