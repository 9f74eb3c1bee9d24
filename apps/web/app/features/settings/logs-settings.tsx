import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { clearRequestLog, requestLog, type RequestLogEntry } from '../../lib/request-log.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const NONE: readonly RequestLogEntry[] = []
const MAX_SHOWN = 80

/** Every request of this page, newest first. */
export function LogsSettings() {
  const t = useTranslations()
  const entries = useStore(requestLog, NONE)
  const [filter, setFilter] = useState('')
  const shown = entries.filter((entry) => lineOf(entry).toLowerCase().includes(filter.trim().toLowerCase()))

  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <input
          type="search"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          placeholder={t('settings.logFilter')}
          aria-label={t('settings.logFilter')}
          className="h-(--control) min-w-0 flex-1 rounded-md border border-control bg-card px-3"
        />
        <Button
          disabled={shown.length === 0}
          onClick={() => {
            void navigator.clipboard
              ?.writeText(shown.map(lineOf).join('\n'))
              .then(() => showToast({ kind: 'success', text: t('app.copied') }))
          }}
        >
          <Icon name="copy" />
          {t('settings.logCopy')}
        </Button>
        <Button disabled={entries.length === 0} onClick={clearRequestLog}>
          <Icon name="trash-2" />
          {t('settings.logClear')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="py-8 text-center text-muted">
          {entries.length === 0 ? t('settings.logEmpty') : t('settings.logNoMatch')}
        </p>
      ) : (
        <LogTable entries={shown.slice(0, MAX_SHOWN)} />
      )}
    </>
  )
}

function LogTable({ entries }: { entries: readonly RequestLogEntry[] }) {
  const t = useTranslations('settings')
  const format = useFormatter()
  const headings = [
    t('logTime'),
    t('logLevel'),
    t('logMethod'),
    t('logPath'),
    t('logDuration'),
    t('logStatus'),
    t('logError'),
  ]
  return (
    <div className="overflow-x-auto rounded-lg border border-line" tabIndex={0} role="region" aria-label={t('logPath')}>
      <table className="w-full text-left text-sm" data-request-log>
        <thead className="text-muted">
          <tr className="border-b border-line">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {entries.map(({ id, time, level, method, path, durationMs, status, error }) => (
            <tr key={id} className="h-(--row) border-b border-line last:border-0">
              <td className="px-3 whitespace-nowrap">{format.dateTime(time, { timeStyle: 'medium' })}</td>
              <td className={`px-3 whitespace-nowrap ${level === 'error' ? 'text-error' : 'text-muted'}`}>
                <span className="inline-flex items-center gap-1">
                  <Icon name={level === 'error' ? 'circle-alert' : 'info'} />
                  {level === 'error' ? t('logFailed') : t('logInfo')}
                </span>
              </td>
              <td className="px-3 font-mono">{method}</td>
              <td className="max-w-md truncate px-3 font-mono" title={path}>
                {path}
              </td>
              <td className="px-3 text-right whitespace-nowrap">{durationText(durationMs)}</td>
              <td className="px-3 text-right">{status ?? t('logNone')}</td>
              <td className="max-w-xs truncate px-3" title={error}>
                {error}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MS_PER_S = 1000

function durationText(ms: number): string {
  return ms < MS_PER_S ? `${ms} ms` : `${(ms / MS_PER_S).toFixed(1)} s`
}

function lineOf({ time, level, method, path, durationMs, status, error }: RequestLogEntry): string {
  return [new Date(time).toISOString(), level, method, path, durationText(durationMs), status ?? '-', error ?? ''].join(
    ' ',
  )
}
