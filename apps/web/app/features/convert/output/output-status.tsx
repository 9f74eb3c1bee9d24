import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { sourceName } from '../input/source-name.ts'
import { hasInput, TEXT_SOURCE } from '@switchyard/recipe/model'
import { ErrorRepair } from './error-repair.tsx'
import { isHalted, type Progress } from '../session/session-state.ts'
import { useConvertState, useModelPart, useSession } from '../session/use-convert.ts'

interface Props {
  /** What cannot wait, where the result is not shown. */
  isBrief?: boolean
  /** What went wrong is told in the place of the result. */
  isErrorBelow?: boolean
}

/** What is going on, and what went wrong, above the old result. */
export function OutputStatus({ isBrief = false, isErrorBelow = false }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const { status, progress, result } = useConvertState()
  const error = result?.error
  const isConverting = useModelPart(hasInput)
  return (
    <div className="text-sm">
      {status === 'running' && progress !== undefined && (
        <div className="flex items-center gap-3 border-b border-line px-3 py-2">
          <Reading {...progress} />
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
      {isConverting && !isBrief && <ListStatus />}
      {error && !isErrorBelow && (
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

/** What is known about rule lists that the result needs, and what there is to decide. */
function ListStatus() {
  const t = useTranslations('convert.status')
  const session = useSession()
  const { result, lists } = useConvertState()
  const [asked] = Object.entries(lists.asking)
  const [denied] = Object.keys(lists.denied)
  const less = result?.issues.find(({ code }) => code === 'routes-less')
  if (lists.waiting > 0) return <Notice text={t('lists', { n: lists.waiting })} />
  // Nothing is written, so nobody is asked about what it would need.
  if (result?.error) return null
  if (asked) {
    const [host, n] = asked
    return (
      <div
        role="group"
        aria-label={t('listsAsk')}
        data-testid="lists-ask"
        className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line bg-info-soft px-3 py-2"
      >
        <p className="min-w-64 flex-1 text-pretty">
          <span className="font-medium">{t('listsFrom', { n, host })}</span>{' '}
          <span className="text-muted">{t('listsNote')}</span>
        </p>
        <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button size="small" onClick={() => session.answerLists(host, 'allow')}>
            {t('listsAllow')}
          </Button>
          <Button size="small" onClick={() => session.answerLists(host, 'deny')}>
            {t('listsDeny')}
          </Button>
        </span>
      </div>
    )
  }
  if (!less && lists.missing === 0) return null
  return (
    <Notice text={less?.message ?? t('listsFailed', { n: lists.missing })} isWarning={less !== undefined}>
      {denied === undefined ? (
        <Button size="small" onClick={() => session.retryLists()}>
          {t('retry')}
        </Button>
      ) : (
        <Button size="small" onClick={() => session.answerLists(denied, 'allow')}>
          {t('listsAllowHost', { host: denied })}
        </Button>
      )}
    </Notice>
  )
}

interface NoticeProps {
  text: string
  isWarning?: boolean
  children?: ReactNode
}

function Notice({ text, isWarning = false, children }: NoticeProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1.5">
      {isWarning && <Icon name="alert-triangle" className="size-4 text-warning" />}
      <span className={`min-w-40 flex-1 ${isWarning ? '' : 'text-muted'}`}>{text}</span>
      {children}
    </div>
  )
}
