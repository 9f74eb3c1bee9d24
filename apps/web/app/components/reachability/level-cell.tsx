import { useTranslations } from 'use-intl'
import type { ProbeResult } from '@switchyard/contract'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { freshnessOf } from './freshness.ts'
import type { NodeCheck } from './node-check.ts'
import { useCheckWords } from './use-check-words.ts'

/** What is tried one after the other: each level stands on the one before. */
export const LEVELS = ['dns', 'tcp', 'tls', 'quic'] as const
export type Level = (typeof LEVELS)[number]

/** What the last check found at one level. A level that was not tried, or not reached, has a dash. */
export function LevelCell({ check: { results }, level }: { check: NodeCheck; level: Level }) {
  const t = useTranslations('reach')
  const now = useNow()
  const last = results.at(-1)
  const shown = useLevel(last, level)
  if (!last || !shown)
    return (
      <span className="text-muted" aria-label={t('notTried')}>
        –
      </span>
    )
  const isOld = freshnessOf(last.checkedAt, now) === 'stale'
  return (
    <span className={`flex min-w-0 items-center gap-1 ${isOld ? 'text-muted' : ''}`} {...tooltip(shown.text)}>
      {shown.isDoubtful && <Icon name="alert-triangle" className={`size-3.5 ${isOld ? '' : 'text-warning'}`} />}
      <span className="truncate">{shown.text}</span>
    </span>
  ) // oxfmt-ignore
}

function useLevel(last: ProbeResult | undefined, level: Level): { text: string; isDoubtful?: boolean } | undefined {
  const t = useTranslations('reach')
  const { span, tlsOf } = useCheckWords()
  if (!last) return undefined
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
