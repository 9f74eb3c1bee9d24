import type { FormControl } from '@switchyard/convert/configs'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'
import { useFormContext } from './form-context.ts'

const ROWS_MAX = 8

interface Props {
  labelId: string
  notesId: string
  control: FormControl & { kind: 'texts' }
  texts: readonly string[]
  onCommit: (texts: readonly string[]) => void
}

/** Texts of a list, one a line. They count when the field is left. */
export function TextsField({ labelId, notesId, control, texts, onCommit }: Props) {
  const t = useTranslations('formEditor')
  const { isFrozen } = useFormContext()
  const whole = texts.join('\n')
  const [typed, setTyped] = useState(whole)
  const [isShown, setShown] = useTimedReveal()
  useEffect(() => setTyped(whole), [whole])
  const commit = () => {
    const next = typed.split('\n').map((line) => line.trim()).filter((line) => line !== '') // oxfmt-ignore
    if (next.join('\n') !== whole) onCommit(next)
    else setTyped(whole)
  }
  if (control.isSecret && !isShown)
    return (
      <span className="flex items-center gap-2 text-sm">
        <span className="text-muted">{t('hidden', { n: texts.length })}</span>
        <Button size="small" icon="eye" onClick={() => setShown(true)}>
          {t('reveal')}
        </Button>
      </span>
    )
  return (
    <Textarea
      aria-labelledby={labelId}
      aria-describedby={notesId}
      rows={Math.min(ROWS_MAX, Math.max(2, typed.split('\n').length))}
      wrap="off"
      className="font-mono text-xs"
      disabled={isFrozen}
      placeholder={t('onePerLine')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
    />
  )
}
