import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { SettingGroup } from '../../ui/setting-row.tsx'
import { stateOf } from './item-state.ts'
import type { Item } from './item-store.ts'
import { sourcesOf, writtenOf } from './sources-of-output.ts'

type Output = DataOf<'GET /api/outputs/:output'>

interface Props {
  output: Output
  /** All that the person keeps on the server. */
  items: readonly Item[]
  /** Buttons for all sources. */
  actions: ReactNode
}

/** What an output is made of, and how much of it is written. */
export function OutputSources({ output, items, actions }: Props) {
  const t = useTranslations('subscribe')
  const params = { output: output.id }
  const versions = useLoaded(
    async (signal) => (await call('GET /api/outputs/:output/versions', { params, quiet: true, signal })).versions,
  )
  const written = versions.data?.[0]?.nodes
  const sources = sourcesOf(output, items)
  const sum = writtenOf(sources, output, written)
  return (
    <SettingGroup title={t('tab.items')} actions={actions}>
      {sources.map(({ id, name, item }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {item && stateOf(item) !== 'ok' && <span className="text-warning">{t(`state.${stateOf(item)}`)}</span>}
          <span className="ml-auto text-muted tabular-nums">
            {item ? item.good && t('holds', { nodes: item.good.nodes, skipped: item.good.skipped }) : t('savedText')}
          </span>
        </div>
      ))}
      <p className="min-h-11 px-4 py-2.5 text-muted tabular-nums">{sum && t('written', sum)}</p>
    </SettingGroup>
  )
}
