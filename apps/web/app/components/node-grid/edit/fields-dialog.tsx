import { useEffect, useEffectEvent, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { FINGERPRINTS, IP_VERSIONS } from '@switchyard/convert/forms'
import { useGrid } from '../grid-context.ts'
import { LaterNodes } from './later-nodes.tsx'
import type { StepScope } from './step-scope.ts'
import type { CommonField, FieldsChange, NewStep } from '../types.ts'

interface Props {
  ids: readonly string[]
  /** How many of the rows have each field. */
  count: () => Promise<Readonly<Record<CommonField, number>>>
  /** What a step would be about; absent where nothing is kept. */
  scope: StepScope | undefined
  onSet: (change: FieldsChange) => void
  /** Each field becomes a step. */
  onKeep: (steps: readonly NewStep[]) => void
  onClose: () => void
}

const SWITCH = 'switch' as const
const FIELDS: readonly { field: CommonField; options: typeof SWITCH | readonly string[] }[] = [
  { field: 'udp', options: SWITCH },
  { field: 'tfo', options: SWITCH },
  { field: 'insecure', options: SWITCH },
  { field: 'fingerprint', options: FINGERPRINTS },
  { field: 'ipVersion', options: IP_VERSIONS },
]
const UNTOUCHED = ''
const DEFAULT = 'default'

/** Fields of many nodes at once: each is set where the protocol of a node has it. */
export default function FieldsDialog({ ids, count, scope, onSet, onKeep, onClose }: Props) {
  const { t } = useGrid()
  const [counts, setCounts] = useState<Readonly<Record<CommonField, number>>>()
  const [wanted, setWanted] = useState<FieldsChange>({})
  const ask = useEffectEvent(() => void count().then(setCounts, () => undefined))
  useEffect(() => ask(), [])
  const [isKept, setKept] = useState(false)
  const apply = () => {
    if (!isKept || !scope) return onSet(wanted)
    const { match } = scope
    onKeep(
      FIELDS.flatMap(({ field }): NewStep[] => {
        const value = wanted[field]
        return value === undefined ? [] : [{ kind: 'set', field, value, match }]
      }),
    )
  }
  const isTouched = Object.keys(wanted).length > 0

  const choose = (field: CommonField, text: string) => {
    const { [field]: _, ...others } = wanted
    if (text === UNTOUCHED) return setWanted(others)
    setWanted({ ...others, [field]: text === DEFAULT ? null : text === 'on' ? true : text === 'off' ? false : text })
  }
  const textOf = (field: CommonField) => {
    const value = wanted[field]
    if (value === undefined) return UNTOUCHED
    return value === null ? DEFAULT : typeof value === 'boolean' ? (value ? 'on' : 'off') : value
  }
  return (
    <FormDialog
      title={t('fieldsTitle', { count: ids.length })}
      dirty={isTouched}
      apply={t('apply')}
      canApply={isTouched}
      onApply={apply}
      onClose={onClose}
      data-testid="fields-dialog"
    >
      {FIELDS.map(({ field, options }, index) => (
        <Field key={field} label={t(`field.${field}`)} hint={hintOf(counts?.[field])}>
          {(control) => (
            <Select
              {...control}
              data-autofocus={index === 0 || undefined}
              value={textOf(field)}
              disabled={counts?.[field] === 0}
              choices={[
                { value: UNTOUCHED, label: t('unchanged') },
                ...(options === SWITCH
                  ? [
                      { value: 'on', label: t('on') },
                      { value: 'off', label: t('off') },
                    ]
                  : [
                      { value: DEFAULT, label: t('byDefault') },
                      ...options.map((option) => ({ value: option, label: option })),
                    ]),
              ]}
              onChange={(text) => choose(field, text)}
            />
          )}
        </Field>
      ))}
      {scope && <LaterNodes scope={scope} checked={isKept} onChange={setKept} />}
    </FormDialog>
  )

  function hintOf(has: number | undefined): string {
    // The line is there from the start, so that nothing moves when the answer comes.
    return has === undefined ? '\u00a0' : t('fieldHas', { has, lacks: ids.length - has })
  }
}
