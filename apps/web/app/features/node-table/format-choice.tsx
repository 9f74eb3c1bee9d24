import { useTranslations } from 'use-intl'
import { NODE_FILES, type NodeFile } from '@switchyard/recipe/model'
import { RadioCards } from '../../ui/radio-cards.tsx'

interface Props {
  value: NodeFile
  onChange: (format: NodeFile) => void
}

/** What nodes are saved as. */
export function FormatChoice({ value, onChange }: Props) {
  const t = useTranslations('nodeTable.export')
  return (
    <RadioCards
      legend={t('format')}
      legendHidden
      layout="rows"
      value={value}
      onChange={onChange}
      cards={NODE_FILES.map((format) => ({
        value: format,
        label: t(`as.${format}`),
        note: t(`asNote.${format}`),
        testId: `export-${format}`,
      }))}
    />
  )
}
