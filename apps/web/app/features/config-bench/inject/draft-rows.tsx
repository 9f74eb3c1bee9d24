import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

interface Props<Draft> {
  kind: 'group' | 'rule-set'
  rows: readonly Draft[]
  /** What a new row begins with. */
  fresh: Draft
  addLabel: string
  /** What is said below the name of a row. */
  hintOf?: (row: Draft) => string | undefined
  onChange: (rows: readonly Draft[]) => void
  /** The fields of a row below its name. */
  children: (row: Draft, edit: (part: Partial<Draft>) => void) => ReactNode
}

/** Named things that a person wants to add to a config, each with its fields, and a button for one more. */
export function DraftRows<Draft extends { name: string }>({
  kind,
  rows,
  fresh,
  addLabel,
  hintOf,
  onChange,
  children,
}: Props<Draft>) {
  const t = useTranslations('inject')
  return (
    <>
      {rows.map((row, at) => {
        const edit = (part: Partial<Draft>) => onChange(rows.with(at, { ...row, ...part }))
        const name = row.name || t('unnamed')
        return (
          <fieldset key={at} className="card grid gap-3 p-3 sm:grid-cols-2">
            <legend className="sr-only">{t(`of.${kind}`, { name })}</legend>
            <Field label={t('name')} hint={hintOf?.(row)}>
              {(control) => (
                <Input
                  {...control}
                  value={row.name}
                  onChange={(event) => onChange(rows.with(at, { ...row, name: event.target.value }))}
                />
              )}
            </Field>
            {children(row, edit)}
            <IconButton
              icon="trash-2"
              className="self-end justify-self-end sm:col-start-2"
              label={t('removeNamed', { name })}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          </fieldset>
        )
      })}
      <Button icon="plus" className="self-start" onClick={() => onChange([...rows, fresh])}>
        {addLabel}
      </Button>
    </>
  )
}
