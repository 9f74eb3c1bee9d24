import { Fragment, useMemo, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { fileSize } from '../../lib/file-size.ts'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { ABORTED, clearRequestLog, requestLog, type RequestLogEntry } from '../../lib/request-log.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { hostAndPath } from './host-and-path.ts'
import { SearchField } from '../../ui/search-input.tsx'

/** The codes of an answer that came but cannot be used. */
const UNUSABLE = ['refused', 'redirected', 'too-large', 'bad-archive', 'not-a-subscription', 'not-json'] as const
/** The codes that have words. */
const REASONS = ['timeout', ...UNUSABLE] as const
/** From here on a status itself says that it failed. */
const FAILED_FROM = 400
/** In both languages: short, and equally wide in each row. */
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const NONE: readonly RequestLogEntry[] = []
const MAX_SHOWN = 80

/** Every request of this page, newest first. */
export function LogsSettings() {
  const t = useTranslations('settings')
  const entries = useStore(requestLog, NONE)
  const field = useRef<HTMLInputElement>(null)
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const shown = wanted ? entries.filter((entry) => lineOf(entry).toLowerCase().includes(wanted)) : entries

  usePageActions(
    useMemo<PageAction[]>(
      () => [
        {
          id: 'filter',
          label: t('logFilter'),
          icon: 'filter',
          keywords: 'filter requests sx sxqq shaixuan',
          keys: '/',
          run: () => field.current?.focus(),
        },
        {
          id: 'clear',
          label: t('logClear'),
          icon: 'trash-2',
          keywords: 'clear log qc qk qingchu qingkong',
          run: clearRequestLog,
        },
      ],
      [t],
    ),
  )

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          ref={field}
          className="min-w-0 flex-1 max-sm:basis-full"
          label={t('logFilter')}
          value={filter}
          onChange={setFilter}
        />
        <div className="grid auto-cols-fr grid-flow-col gap-2 max-sm:basis-full">
          <CopyButton label={t('logCopy')} disabled={shown.length === 0} text={() => shown.map(lineOf).join('\n')} />
          <Button icon="trash-2" disabled={entries.length === 0} onClick={clearRequestLog}>
            {t('logClear')}
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState icon="scroll-text" text={entries.length === 0 ? t('logEmpty') : t('logNoMatch')}>
            {entries.length > 0 && <Button onClick={() => setFilter('')}>{t('logFilterClear')}</Button>}
          </EmptyState>
        </div>
      ) : (
        <LogTable entries={shown.slice(0, MAX_SHOWN)} />
      )}
      {shown.length > MAX_SHOWN && (
        <p className="mt-2 text-xs text-muted">{t('logFirst', { shown: MAX_SHOWN, count: shown.length })}</p>
      )}
    </>
  )
}

function LogTable({ entries }: { entries: readonly RequestLogEntry[] }) {
  const t = useTranslations('settings')
  const format = useFormatter()
  return (
    <div data-request-log className="[&_td]:text-[0.8125rem]">
      <Table
        caption={t('logCaption')}
        className="table-stacked table-short table-tight"
        columns={[
          { id: 'time', label: t('logTime') },
          { id: 'level', label: t('logLevel') },
          { id: 'method', label: t('logMethod') },
          { id: 'address', label: t('logAddress') },
          { id: 'status', label: t('logStatus') },
          { id: 'size', label: t('logSize'), numeric: true },
          { id: 'duration', label: t('logDuration'), numeric: true },
        ]}
      >
        {entries.map(({ id, time, method, path, durationMs, bytes, ...entry }) => (
          <tr key={id}>
            <td
              className="whitespace-nowrap text-muted tabular-nums"
              {...tooltip(
                format.dateTime(time, {
                  ...CLOCK,
                  year: 'numeric',
                  month: 'short',
                  day: 'numeric',
                  timeZoneName: 'short',
                }),
              )}
            >
              {format.dateTime(time, CLOCK)}
            </td>
            <td className={entry.level === 'error' ? 'whitespace-nowrap text-error' : 'whitespace-nowrap text-muted'}>
              {t(`logLevels.${entry.level}`)}
            </td>
            <td className="font-mono">{method}</td>
            <td className="long w-full min-w-40 wrap-anywhere">
              <Address address={path} />
            </td>
            <td className="whitespace-nowrap tabular-nums">
              <Status {...entry} />
            </td>
            <td className="numeric whitespace-nowrap text-muted">
              {bytes === undefined ? undefined : fileSize(bytes, format)}
            </td>
            <td className="numeric whitespace-nowrap text-muted">{durationText(durationMs)}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** Whether it worked. A failure has its icon and its word, and its reason where that is known. */
function Status({
  level,
  status,
  statusText = '',
  errorMessage,
}: Pick<RequestLogEntry, 'level' | 'status' | 'statusText' | 'errorMessage'>) {
  const t = useTranslations('settings')
  if (level !== 'error') return `${status} ${statusText}`.trim()
  if (errorMessage === ABORTED) return <Badge>{t('logAborted')}</Badge>
  const reason = REASONS.find((one) => one === errorMessage)
  // Of an answer the status says it all. Without one these are the words of the browser.
  const words = status === undefined ? errorMessage : undefined
  return (
    <>
      <Badge tone="error" icon="circle-alert">
        {status !== undefined && status >= FAILED_FROM
          ? t('logFailed', { status: `${status} ${statusText}`.trim() })
          : t(status !== undefined || UNUSABLE.some((one) => one === errorMessage) ? 'logUnusable' : 'logNone')}
      </Badge>
      {(reason ?? words) && (
        <span className="block max-w-48 text-xs text-pretty wrap-anywhere whitespace-normal text-muted">
          {reason ? t(`logReason.${reason}`) : words}
        </span>
      )}
    </>
  )
}

/** Where a request went: the host of another site stands out, our own goes without saying. */
function Address({ address }: { address: string }) {
  const { host, path } = hostAndPath(address)
  return (
    <>
      {host && <span className="font-medium">{host}</span>}
      <span className="font-mono">{partsOf(path)}</span>
    </>
  )
}

/** A path that breaks where a part of it ends. */
function partsOf(path: string) {
  return path.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

const MS_PER_S = 1000

function durationText(ms: number): string {
  return ms < MS_PER_S ? `${ms} ms` : `${(ms / MS_PER_S).toFixed(1)} s`
}

function lineOf({ time, level, method, path, durationMs, status, statusText, errorMessage }: RequestLogEntry): string {
  return [
    new Date(time).toISOString(),
    level,
    method,
    path,
    durationText(durationMs),
    `${status ?? '-'} ${statusText ?? ''}`.trim(),
    errorMessage ?? '',
  ].join(' ')
}
