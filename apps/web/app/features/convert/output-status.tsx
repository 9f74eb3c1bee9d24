import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { clearNameFilters } from './fixes.ts'
import { hasInput, withTarget } from './model.ts'
import { isHalted } from './session-state.ts'
import { useConvertState, useModelPart, useSession } from './use-convert.ts'

/** What is going on, and what went wrong, above the old result. */
export function OutputStatus() {
  const t = useTranslations('convert')
  const session = useSession()
  const { status, progress, result, lists } = useConvertState()
  const error = result?.error
  const isConverting = useModelPart((model) => lists.missing > 0 && hasInput(model))
  return (
    <div className="text-sm">
      {status === 'running' && progress !== undefined && (
        <div className="flex items-center gap-3 border-b border-line px-3 py-2">
          <ProgressBar label={t('status.running')} className="flex-1" />
          <span className="text-muted tabular-nums">{t('status.reading', { n: progress })}</span>
          <Button size="small" onClick={() => session.cancel()}>
            {t('status.cancel')}
          </Button>
        </div>
      )}
      {status === 'manual' && (
        <Notice text={t('status.manual')}>
          <Button size="small" look="solid" data-testid="action-generate" onClick={() => session.generate()}>
            {t('status.generate')}
          </Button>
        </Notice>
      )}
      {isHalted(status) && (
        <Notice text={t(`status.${status}`)}>
          <Button size="small" onClick={() => session.generate()}>
            {t('status.retry')}
          </Button>
        </Notice>
      )}
      {lists.waiting > 0 && <Notice text={t('status.lists', { n: lists.waiting })} />}
      {isConverting && lists.waiting === 0 && !error && (
        <Notice text={t('status.listsFailed', { n: lists.missing })}>
          <Button size="small" onClick={() => session.retryLists()}>
            {t('status.retry')}
          </Button>
        </Notice>
      )}
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-error-soft px-3 py-2">
          <Icon name="circle-alert" className="size-4 text-error" />
          <span className="min-w-0 flex-1 font-medium text-error" data-testid="output-error">
            {error.message}
          </span>
          {error.code === 'no-nodes-by-name' && (
            <Button size="small" data-testid="clear-name-filters" onClick={() => clearNameFilters({ session, t })}>
              {t('line.clearFilter')}
            </Button>
          )}
          {error.code === 'no-nodes-for-clash' && (
            <Button size="small" onClick={() => session.change((model) => withTarget(model, 'mihomo'))}>
              {t('output.switchMihomo')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1.5">
      <span className="flex-1 text-muted">{text}</span>
      {children}
    </div>
  )
}
