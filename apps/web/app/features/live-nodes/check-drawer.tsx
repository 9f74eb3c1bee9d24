import { useTranslations } from 'use-intl'
import type { ProbeResult } from '@switchyard/contract'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { CheckedAgo } from '../../components/reachability/checked-ago.tsx'
import { HistoryBars } from '../../components/reachability/history-bars.tsx'
import { StandingBadge } from '../../components/reachability/standing-badge.tsx'
import { STANDING_LOOKS } from '../../components/reachability/standing.ts'
import { countReached } from '../../components/reachability/check-log.ts'
import { useCheckWords } from '../../components/reachability/use-check-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { SENT_FIELDS } from './asked-target.ts'

/** All that is known of whether a node answers: what is sent of it, and every result with its reason as it was told. */
export function CheckDrawer({ check }: { check: NonNullable<ListedNode['check']> }) {
  const t = useTranslations('liveNodes.drawer')
  const field = useTranslations('liveNodes.consent.field')
  const tr = useTranslations('reach')
  const { target, results } = check
  const counted = countReached(results)
  return (
    <div className="flex flex-col gap-4 p-3 text-sm" data-testid="check-drawer">
      <div className="flex flex-wrap items-center gap-2">
        <StandingBadge check={check} />
        {results.length > 0 && <CheckedAgo at={results.at(-1)!.checkedAt} />}
      </div>
      {target ? (
        <section>
          <h3 className="mb-1 font-medium">{t('sent')}</h3>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-xs">
            {SENT_FIELDS.filter((name) => target[name] !== undefined).map((name) => (
              <div key={name} className="contents">
                <dt className="text-muted">{field(name)}</dt>
                <dd className="break-all">{[target[name]].flat().join(', ')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : (
        <p>{tr('uncheckableWhy')}</p>
      )}
      {target && (
        <section>
          <h3 className="mb-1 font-medium">{t('timeline')}</h3>
          {results.length === 0 ? (
            <p className="text-muted">{tr('freshness.never')}</p>
          ) : (
            <>
              <div className="mb-2 flex items-center gap-2">
                <HistoryBars results={results} />
                {counted.of > 0 && <span className="text-xs text-muted">{tr('history', counted)}</span>}
              </div>
              <ol className="flex flex-col divide-y divide-line">
                {results.toReversed().map((result) => (
                  <TimelineItem key={result.checkedAt} result={result} />
                ))}
              </ol>
            </>
          )}
        </section>
      )}
    </div>
  )
}

function TimelineItem({ result }: { result: ProbeResult }) {
  const t = useTranslations('liveNodes.drawer')
  const tr = useTranslations('reach')
  const { exact, reasonOf, levelsOf } = useCheckWords()
  const { outcome, reason, checkedAt, isCached, tls } = result
  const certificate = tls?.certificate
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <Icon name={STANDING_LOOKS[outcome].icon} className="size-4 text-muted" />
        <span className="font-medium">{tr(`standing.${outcome}`)}</span>
        <time className="text-xs text-muted" dateTime={new Date(checkedAt).toISOString()}>
          {exact(checkedAt)}
        </time>
        {isCached && <span className="text-xs text-muted">{t('shared')}</span>}
      </div>
      {reason && (
        <p>
          {reasonOf(result)} <code className="text-xs text-muted">{reason}</code>
        </p>
      )}
      <p className="text-xs text-muted">{levelsOf(result).join(' → ')}</p>
      {certificate && (
        <p className="text-xs text-muted">
          {t('certificate', { issuer: certificate.issuer ?? '–', time: exact(certificate.expiresAt) })}
        </p>
      )}
    </li>
  )
}
