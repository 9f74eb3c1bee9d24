import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TrafficBar } from './traffic-bar.tsx'
import { useNow } from './use-now.ts'

/** The name of a client as people know it; a name that this page does not know stays as it is. */
export function clientName(client: string): string {
  return OUTPUT_FACTS.find(({ id }) => id === client)?.title ?? client
}

/** What is published: each with its addresses behind it. */
export function OutputsTab({ onItems }: { onItems: () => void }) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const locale = useRouteLocale()
  const now = useNow()
  const loaded = useLoaded(async (signal) => (await call('GET /api/outputs', { quiet: true, signal })).outputs)
  if (loaded.data === undefined)
    return loaded.error === undefined ? (
      <p className="text-muted">{t('loading')}</p>
    ) : (
      <EmptyState icon="circle-alert" text={t('noAnswer')}>
        <Button onClick={loaded.reload}>{t('retry')}</Button>
      </EmptyState>
    )
  if (loaded.data.length === 0)
    return (
      <div className="card">
        <EmptyState icon="qr-code" text={t('noOutputs')}>
          <Button look="solid" onClick={onItems}>
            {t('toItems')}
          </Button>
        </EmptyState>
      </div>
    )
  return (
    <ul className="card divide-y divide-line overflow-hidden">
      {loaded.data.map((output) => (
        <li key={output.id}>
          <Link
            to={localizedPath(locale, `/subscribe/${output.id}`)}
            className="flex items-center gap-3 p-4 -outline-offset-2! hover:bg-hover"
          >
            <span className="flex min-w-0 flex-1 flex-col gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{output.name}</span>
                <Badge>{clientName(output.client)}</Badge>
                {output.failing && (
                  <Badge tone="error" icon="circle-alert">
                    {t('notWritten')}
                  </Badge>
                )}
              </span>
              <span className="text-muted">
                {t('outputLine', {
                  addresses: output.addresses.length,
                  time: format.relativeTime(output.updatedAt, Math.max(now, output.updatedAt)),
                })}
              </span>
              <TrafficBar subscription={output.subscription} now={now} />
            </span>
            <Icon name="chevron-right" className="size-4 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
