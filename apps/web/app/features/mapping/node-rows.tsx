import type { MappingChoices, MappingTrial } from '@switchyard/recipe'
import type { MappingSet } from '@switchyard/recipe/mapping'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { issuesOf } from '../../components/config-form/change.ts'
import { GroupField } from '../../components/config-form/group-field.tsx'
import { MappingRows } from '../../components/config-form/mapping-rows.tsx'
import { mappingEditor } from './mapping-editor.ts'
import type { TrialNodes } from './trial.ts'

/** Regions that most lists have. */
const USUAL_REGIONS = ['HK', 'JP', 'KR', 'SG', 'TW', 'US']

interface Props {
  set: MappingSet
  trial: MappingTrial | undefined
  choices: MappingChoices
  nodes: TrialNodes
  onRemoved: (done: string) => void
}

/** Rows that send nodes to groups, and below them where the rest goes. */
export function NodeRows({ set, trial, choices, nodes, onRemoved }: Props) {
  const t = useTranslations('mapping')
  const regions = useMemo(() => [...new Set([...USUAL_REGIONS, ...(trial?.regions ?? [])])].sort(), [trial])
  const groups = useMemo(() => {
    const own = [...set.groups.map(({ to }) => to), ...set.nodes.map(({ group = '' }) => group)]
    return [...new Set([...own, ...choices.groups])].filter((name) => name.trim() !== '')
  }, [set, choices])
  const sources = [...new Set(nodes.list.sources.map(({ name }) => name).filter(Boolean))]
  const hasNodes = (trial?.total ?? 0) > 0
  return (
    <MappingRows
      value={set.nodes}
      onChange={(update, typing) => mappingEditor.change((now) => ({ ...now, nodes: update(now.nodes) }), typing)}
      onRemoved={onRemoved}
      issues={issuesOf(trial?.errors ?? {}, 'nodes')}
      types={choices.types}
      regions={regions}
      sources={sources}
      groups={groups}
      newGroups={{}}
      counts={hasNodes ? trial?.rows : undefined}
    >
      <div className="ordered-row flex flex-wrap items-start gap-3 p-3" data-testid="mapping-rest">
        <p className="min-w-32 flex-1 text-sm">
          <span className="font-medium">{t('rest')}</span>
          {hasNodes && <span className="ml-2 text-xs text-muted">{t('count', { n: trial?.rest.count ?? 0 })}</span>}
          <span className="block text-xs text-muted">{t('restNote')}</span>
        </p>
        <GroupField
          className="min-w-40 flex-1"
          label={t('restGroup')}
          emptyHint={t('restEmpty')}
          groups={groups}
          unknown={{}}
          value={set.rest ?? ''}
          onChange={(rest) =>
            mappingEditor.change((now) => ({ nodes: now.nodes, groups: now.groups, ...(rest ? { rest } : {}) }), 'rest')
          }
        />
      </div>
    </MappingRows>
  )
}
