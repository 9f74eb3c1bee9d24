import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import type { DataOf } from '@switchyard/contract'
import { useClientName } from '../../components/publish/client-name.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useAgo } from '../../lib/use-ago.ts'
import type { Loaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dotted } from '../../ui/dotted.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CopyAddress } from './copy-address.tsx'
import { useNow } from '../../lib/use-now.ts'

type Output = DataOf<'GET /api/outputs'>['outputs'][number]

interface Props {
  outputs: Loaded<DataOf<'GET /api/outputs'>>
  onItems: () => void
}

/** What is published: each with its addresses behind it. */
export function OutputsTab({ outputs, onItems }: Props) {
  const t = useTranslations('subscribe')
  const locale = useRouteLocale()
  const now = useNow()
  if (outputs.data === undefined)
    return outputs.error === undefined ? (
      <p className="text-muted">{t('loading')}</p>
    ) : (
      <LoadFailure error={outputs.error} onRetry={outputs.reload} />
    )
  if (outputs.data.outputs.length === 0)
    return (
      <div className="card">
        <EmptyState icon="qr-code" title={t('noOutputs')} text={t('noOutputsText')}>
          <Button look="solid" onClick={onItems}>
            {t('toItems')}
          </Button>
        </EmptyState>
      </div>
    )
  return (
    <>
      <Link to={localizedPath(locale, '/convert')} className={`${buttonClass('solid')} mb-3`}>
        {t('newOutput')}
        <Icon name="arrow-right" className="size-4" />
      </Link>
      <ul className="card divide-y divide-line overflow-hidden">
        {outputs.data.outputs.map((output) => (
          <OutputRow key={output.id} output={output} now={now} />
        ))}
      </ul>
    </>
  )
}

function OutputRow({ output, now }: { output: Output; now: number }) {
  const t = useTranslations('subscribe')
  const clientName = useClientName()
  const locale = useRouteLocale()
  const ago = useAgo(now)
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-3 p-4 hover:bg-hover">
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-sm:basis-full">
        <span className="flex flex-wrap items-center gap-2 max-sm:pr-6">
          {/* The whole row leads there; what can be pressed in it lies above. */}
          <Link
            to={localizedPath(locale, `/subscribe/${output.id}`)}
            className="font-semibold wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link"
          >
            {output.name}
          </Link>
          <Badge>{clientName(output.client)}</Badge>
          {output.pinned !== undefined && (
            <Badge tone="info" icon="pin">
              {t('pinned', { number: output.pinned })}
            </Badge>
          )}
          {output.failing && (
            <Badge tone="error" icon="circle-alert">
              {t('notWritten')}
            </Badge>
          )}
        </span>
        <Dotted
          className="text-muted max-sm:text-xs"
          parts={[
            output.kind === 'text' && t('asItIs'),
            output.nodes !== undefined && t('holds', { nodes: output.nodes, skipped: 0 }),
            t('addressCount', { count: output.addresses.length }),
            t('lastUpdate', { time: ago(output.updatedAt) }),
          ]}
        />
      </div>
      <span className="relative z-1 flex max-sm:basis-full">
        <CopyAddress output={output} />
      </span>
      <Icon name="chevron-right" className="size-4 text-muted max-sm:absolute max-sm:top-5 max-sm:right-4" />
    </li>
  )
}
