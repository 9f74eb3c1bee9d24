import { useState } from 'react'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useGrid } from '../grid-context.ts'

interface Props {
  count: number
  /** Last place there is. */
  most: number
  place: number
  onMove: (place: number) => void
  onClose: () => void
}

/** Where rows go, as a number: the way without drawing them there. */
export default function MoveDialog({ count, most, place, onMove, onClose }: Props) {
  const { t } = useGrid()
  const [text, setText] = useState(String(place))
  const wanted = Number(text)
  const fits = Number.isInteger(wanted) && wanted >= 1 && wanted <= most
  return (
    <FormDialog
      title={t('moveTitle', { count })}
      apply={t('moveApply')}
      canApply={fits}
      onApply={() => onMove(wanted)}
      onClose={onClose}
    >
      <Field
        label={t('movePlace')}
        hint={t('moveRange', { most })}
        error={fits || text === '' ? undefined : t('moveRange', { most })}
      >
        {(control) => (
          <Input
            {...control}
            data-autofocus
            inputMode="numeric"
            value={text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setText(event.target.value.trim())}
          />
        )}
      </Field>
    </FormDialog>
  )
}
