import { useTranslations } from 'use-intl'
import type { ProbeResult, ProbeTransport } from '@switchyard/contract'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { freshnessOf } from './freshness.ts'
import { failedLevel, type Level } from './level.ts'
import type { NodeCheck } from './node-check.ts'
import { useCheckWords } from './use-check-words.ts'

/** What the last check found at one level, or why it ended there. A level that was not tried has a dash. */
export function LevelCell({ check: { target, results }, level }: { check: NodeCheck; level: Level }) {
  const t = useTranslations('reach')
  const now = useNow()
  const last = results.at(-1)
  const shown = useLevel(last, level, target?.transport)
  if (!last || !shown)
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('notTried')}</span>
      </span>
    )
  const isOld = freshnessOf(last.checkedAt, now) === 'stale'
  return (
    <span
      className={`flex min-w-0 items-center gap-1 ${isOld || shown.isEnd ? 'text-muted' : ''}`}
      {...tooltip(shown.tooltip ?? shown.text)}
    >
      {shown.isDoubtful && <Icon name="alert-triangle" className={`size-3.5 ${isOld ? '' : 'text-warning'}`} />}
      <span className="truncate">{shown.text}</span>
    </span>
  )
}

interface ShownLevel {
  text: string
  /** The same in more words. */
  tooltip?: string
  isDoubtful?: boolean
  /** The check went no further. */
  isEnd?: boolean
}

function useLevel(
  last: ProbeResult | undefined,
  level: Level,
  transport: ProbeTransport | undefined,
): ShownLevel | undefined {
  const t = useTranslations('reach')
  const { span, tlsOf, reasonOf } = useCheckWords()
  if (!last || !transport) return undefined
  if (last.reason && failedLevel(last, transport) === level)
    return { text: t(`short.${last.reason}`), tooltip: reasonOf(last), isEnd: true }
  switch (level) {
    case 'dns':
      return last.dns && { text: t('resolved', { n: last.dns.count }) }
    case 'tcp':
      return last.tcp && { text: t('tcp', { span: span(last.tcp.ms) }) }
    case 'tls':
      return last.tls && { text: tlsOf(last.tls), isDoubtful: last.tls.certificate?.isTrusted === false }
    case 'quic':
      return last.quic && { text: t(`quic.${last.quic.proves}`) }
  }
}
