import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { useGrid } from '../grid-context.ts'
import { maskRecord } from './secret-fields.ts'
import type { NodeRecord } from '../types.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'
import { isRecord } from '@switchyard/convert/record'

interface Props {
  node: NodeRecord
  onChange: (node: NodeRecord) => void
  onBroken: (broken: boolean) => void
}

/** The record itself. It is written to only while its secrets can be read. */
export function RawRecord({ node, onChange, onBroken }: Props) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  const [typed, setTyped] = useState<{ text: string; broken: boolean }>()
  const hidden = useMemo(() => JSON.stringify(maskRecord(node), null, 2), [node])
  const text = revealed || typed?.broken ? (typed?.text ?? JSON.stringify(node, null, 2)) : hidden
  const readable = revealed || typed?.broken === true
  const write = (next: string) => {
    let read: unknown
    try {
      read = JSON.parse(next)
    } catch {
      read = undefined
    }
    const ok = isRecord(read) && read.type === node.type
    setRevealed(true)
    setTyped({ text: next, broken: !ok })
    onBroken(!ok)
    // Who takes the change checks the fields.
    if (ok) onChange(read as NodeRecord)
  }
  return (
    <Field
      label={t('record')}
      error={typed?.broken ? t('problem.record', { type: node.type }) : undefined}
      hint={readable ? undefined : t('showToEditHint')}
    >
      {(control) => (
        <>
          <Textarea
            {...control}
            rows={Math.min(24, text.split('\n').length + 1)}
            readOnly={!readable}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <Button
            className="self-start"
            icon={readable ? 'eye-off' : 'eye'}
            disabled={typed?.broken}
            onClick={() => {
              setTyped(undefined)
              setRevealed(!revealed)
            }}
          >
            {t(readable ? 'hideSecrets' : 'showSecrets')}
          </Button>
        </>
      )}
    </Field>
  )
}
