import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { textOf } from '@switchyard/recipe/model'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { foldedTooltip } from '../../../ui/tooltip.tsx'
import { useModelPart } from '../session/use-convert.ts'
import { useAdding } from './use-adding.ts'

interface Props {
  /** What stands before all. */
  lead?: ReactNode
  onFiles: () => void
  onUrl: () => void
}

/** In a narrow pane the icon stands alone, so that the bar has one row. */
const FOLDED = '@max-lg:sr-only'
const FOLDING = '@max-lg:min-w-(--target)'

/** Above the text: what text, files and addresses are added with, and what is done with all of the text. */
export function SourceBar({ lead, onFiles, onUrl }: Props) {
  const t = useTranslations('convert.input')
  const hasText = useModelPart((model) => textOf(model) !== '')
  const { paste, replace, empty } = useAdding()
  return (
    <div className="@container flex min-h-10 shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      {lead}
      <Button look="ghost" size="small" icon="clipboard-paste" onClick={paste}>
        {t('paste')}
      </Button>
      <Button
        look="ghost"
        size="small"
        icon="files"
        className={FOLDING}
        onClick={onFiles}
        {...foldedTooltip(t('file'))}
      >
        <span className={FOLDED}>{t('file')}</span>
      </Button>
      <Button look="ghost" size="small" icon="network" className={FOLDING} onClick={onUrl} {...foldedTooltip(t('url'))}>
        <span className={FOLDED}>{t('url')}</span>
      </Button>
      {hasText && (
        <>
          <IconButton icon="refresh-cw" size="small" label={t('replace')} onClick={replace} />
          <IconButton icon="trash-2" size="small" label={t('empty')} onClick={empty} />
        </>
      )}
    </div>
  )
}
