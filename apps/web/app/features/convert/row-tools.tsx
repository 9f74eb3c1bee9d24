import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/icon-button.tsx'

/** Up, down and away, for rows of a short list. */
export function MoveButtons({
  index,
  length,
  onMove,
  onRemove,
}: {
  index: number
  length: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const t = useTranslations('convert.opt')
  return (
    <span className="flex items-center justify-end">
      <IconButton
        icon="chevron-down"
        className="rotate-180"
        size="small"
        label={t('up')}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="chevron-down"
        size="small"
        label={t('down')}
        disabled={index === length - 1}
        onClick={() => onMove(1)}
      />
      <IconButton icon="trash-2" size="small" label={t('remove')} onClick={onRemove} />
    </span>
  )
}

/** A list with one row moved by one place. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list]
  next.splice(index + by, 0, ...next.splice(index, 1))
  return next
}
