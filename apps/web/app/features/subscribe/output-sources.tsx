import { useTranslations } from 'use-intl'
import type { ConvertReport, DataOf } from '@switchyard/contract'
import { useClientName } from '../../components/publish/client-name.ts'
import { call } from '../../lib/api.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Dotted } from '../../ui/dotted.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SettingGroup } from '../../ui/setting-row.tsx'
import { stateOf } from './item-state.ts'
import type { Item } from './item-repository.ts'
import { countsOut, noticesWritten, reasonsOut } from './left-out.ts'
import { sourcesOf } from './sources-of-output.ts'
import { trafficOf } from './traffic.ts'
import { Usage } from './traffic-bar.tsx'

type Output = Extract<DataOf<'GET /api/outputs/:output'>, { kind: 'recipe' }>

interface Props {
  output: Output
  /** All that the person keeps on the server. */
  items: readonly Item[]
}

/** The sources of an output, and what became of their entries. */
export function OutputSources({ output, items }: Props) {
  const t = useTranslations('subscribe')
  const clientName = useClientName()
  const params = { output: output.id }
  const sources = sourcesOf(output, items)
  // Nothing can be made of sources that were never read: the server would refuse.
  const isRead = !sources.every(({ item }) => item && !item.good)
  const made = useLoaded(
    isRead ? `preview of ${output.id}, version ${output.version ?? 0}` : undefined,
    async (signal) => {
      const { report } = await call('POST /api/outputs/:output/preview', { params, body: {}, quiet: true, signal })
      return report
    },
  )
  return (
    <SettingGroup title={t('tab.items')}>
      {sources.map(({ id, name, item }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 font-medium wrap-anywhere">{name || t('savedText')}</span>
          {item && stateOf(item) !== 'ok' && <span className="text-warning">{t(`state.${stateOf(item)}`)}</span>}
          <SourceFacts item={item} isNamed={name !== ''} />
        </div>
      ))}
      {/* Its room is kept until the numbers are there. */}
      <div className="min-h-11">{made.data && <Made report={made.data} client={clientName(output.client)} />}</div>
    </SettingGroup>
  )
}

/** How many nodes a source holds. If the provider tells the used traffic, that is shown too. */
function SourceFacts({ item, isNamed }: { item: Item | undefined; isNamed: boolean }) {
  const t = useTranslations('subscribe')
  const traffic = item?.subscription && trafficOf(item.subscription)
  return (
    <span className="ml-auto flex flex-wrap justify-end gap-x-4 text-muted tabular-nums">
      {traffic && <Usage traffic={traffic} className="lg:min-w-68" />}
      <span className="text-right sm:min-w-18">
        {item
          ? item.good && t('holds', { nodes: item.good.nodes, skipped: item.good.skipped })
          : isNamed && t('savedText')}
      </span>
    </span>
  )
}

/** How many nodes were read and written. It opens to show the reason of each entry that was left out. */
function Made({ report, client }: { report: ConvertReport; client: string }) {
  const t = useTranslations('subscribe')
  const reasons = reasonsOut(report)
  const notices = noticesWritten(report)
  const numbers = (
    <Dotted
      className="min-w-0 flex-1 text-muted tabular-nums"
      parts={[
        // Nodes as the versions count them.
        t('made', { nodes: report.nodes - notices, output: report.output - notices }),
        notices > 0 && t('madeNotices', { n: notices }),
        ...countsOut(report).map(({ way, n }) => t(`out.${way}`, { n, client })),
      ]}
    />
  )
  if (reasons.length === 0) return <div className="px-4 py-2.5">{numbers}</div>
  return (
    <details className="group" data-testid="left-out">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2.5 hover:bg-hover">
        {numbers}
        <Icon name="chevron-down" className="size-4 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <Reasons reasons={reasons} />
    </details>
  )
}

const SHOWN_MAX = 100

function Reasons({ reasons }: { reasons: ReturnType<typeof reasonsOut> }) {
  const t = useTranslations('subscribe')
  const more = reasons.length - SHOWN_MAX
  return (
    <ul className="divide-y divide-line border-t border-line">
      {reasons.slice(0, SHOWN_MAX).map(({ node, source, line, message }, at) => (
        <li key={at} className="flex flex-wrap gap-x-3 px-4 py-2.5 wrap-anywhere">
          <span className="font-medium">{node ?? (line !== undefined && t('outLine', { line }))}</span>
          <span className="min-w-0 flex-1 basis-60 text-muted">{message}</span>
          <span className="text-muted">{source}</span>
        </li>
      ))}
      {more > 0 && <li className="px-4 py-2.5 text-muted">{t('outMore', { count: more })}</li>}
    </ul>
  )
}
