import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useIsWaiting } from '../input/to-fetch.tsx'
import { sourceName } from '../input/source-name.ts'
import { hasInput, TEXT_SOURCE } from '@switchyard/recipe/model'
import { ErrorRepair } from './error-repair.tsx'
import { ListStatus } from './list-status.tsx'
import { StatusNotice } from './status-notice.tsx'
import { isHalted, type Progress } from '../../../components/engine/desk-state.ts'
import { useConvertState, useModelPart, useSession } from '../session/use-convert.ts'

interface Props {
  /** What cannot wait, where the result is not shown. */
  isBrief?: boolean
  /** What went wrong is told in the place of the result. */
  isErrorBelow?: boolean
  /** The panel of problems tells of missing rule lists. */
  areListsTold?: boolean
}

/** What is going on, and what went wrong, above the old result. */
export function OutputStatus({ isBrief = false, isErrorBelow = false, areListsTold }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const { status, progress, result } = useConvertState()
  const error = result?.error
  const isConverting = useModelPart(hasInput)
  const isWaiting = useIsWaiting()
  return (
    <div className="text-sm">
      {status === 'running' && progress !== undefined && (
        <div className="flex items-center gap-3 border-b border-line px-3 py-2">
          <Reading {...progress} />
          <Button size="small" onClick={() => session.desk.cancel()}>
            {t('status.cancel')}
          </Button>
        </div>
      )}
      {status === 'manual' && (
        <StatusNotice text={t('status.manual')}>
          <Button size="small" look="solid" data-testid="action-generate" onClick={() => session.desk.generate()}>
            {t('status.generate')}
          </Button>
        </StatusNotice>
      )}
      {isHalted(status) && (
        <StatusNotice text={t(`status.${status}`)}>
          <Button size="small" onClick={() => session.desk.generate()}>
            {t('status.retry')}
          </Button>
        </StatusNotice>
      )}
      {isConverting && !isBrief && <ListStatus isTold={areListsTold} />}
      {error && !isErrorBelow && !isWaiting && (
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-error-soft px-3 py-2">
          <Icon name="circle-alert" className="size-4 text-error" />
          <span className="min-w-0 flex-1 font-medium text-error" data-testid="output-error">
            {error.message}
          </span>
          <ErrorRepair code={error.code} size="small" />
        </div>
      )}
    </div>
  )
}

/** Which source is read, the how manieth it is, and how far it is read. */
function Reading({ sourceId, entries }: Progress) {
  const t = useTranslations('convert')
  const sources = useModelPart((model) => model.sources).filter(({ id, text }) => id !== TEXT_SOURCE || text !== '')
  const at = sources.findIndex(({ id }) => id === sourceId)
  const source = sources[at]
  if (!source) return null
  const name = sourceName(source, (key) => t(`source.${key}`))
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="max-w-full truncate" title={name}>
        {t('status.readingOf', { name, at: at + 1, count: sources.length })}
      </span>
      <ProgressBar
        label={t('status.readingOf', { name, at: at + 1, count: sources.length })}
        className="min-w-24 flex-1"
      />
      <span className="text-muted tabular-nums">{t('status.reading', { n: entries })}</span>
    </div>
  )
}
