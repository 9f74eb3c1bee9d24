import type { MappedNodes, MappingTrial } from '@switchyard/recipe'
import { useTranslations } from 'use-intl'
import { currentLists } from '../../components/node-list/current-lists.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { NO_NODES, pastedNodes, pastedText, takeNodes, type TrialNodes, type TrialPlace } from './trial.ts'
import { TRIAL_SAMPLE } from './sample.ts'

interface Props {
  nodes: TrialNodes
  trial: MappingTrial | 'failed' | undefined
  rest: string | undefined
}

/** The nodes that the mapping is tried on, and who of them goes where. */
export function TrialPane({ nodes, trial, rest }: Props) {
  const t = useTranslations('mapping')
  const lists = currentLists()
  // What was tried on before the page was loaded anew may stand on no screen any more.
  const places: TrialPlace[] = [...new Set<TrialPlace>([...lists.map(([place]) => place), nodes.from, 'pasted'])]
  const choose = (place: TrialPlace) => {
    const found = lists.find(([one]) => one === place)
    if (found) takeNodes({ from: found[0], list: found[1] })
    else if (place === 'pasted') takeNodes(NO_NODES)
  }
  const isEmpty = trial !== 'failed' && trial?.total === 0
  return (
    <>
      <h2 id="mapping-trial-heading" className="font-semibold">
        {t('trial')}
      </h2>
      <p className="text-xs text-muted">{t('local')}</p>
      {places.length > 1 && (
        <Select
          aria-label={t('trialNodes')}
          value={nodes.from}
          choices={places.map((value) => ({ value, label: t(`places.${value}`) }))}
          onChange={choose}
        />
      )}
      {nodes.from === 'pasted' && (
        <Textarea
          aria-label={t('pasteLabel')}
          className="min-h-24 font-mono text-xs"
          placeholder={t('paste')}
          value={pastedText(nodes)}
          onChange={(event) => takeNodes(event.target.value === '' ? NO_NODES : pastedNodes(event.target.value))}
          data-testid="mapping-nodes"
        />
      )}
      {trial === 'failed' && (
        <p role="alert" className="flex items-center gap-2 text-error">
          <Icon name="circle-alert" />
          {t('failed')}
        </p>
      )}
      {isEmpty && nodes.from !== 'pasted' && <p className="text-sm text-muted">{t('noneRead')}</p>}
      {isEmpty && nodes.from === 'pasted' && (
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm text-muted">{t(pastedText(nodes).trim() === '' ? 'noNodes' : 'noneRead')}</p>
          {pastedText(nodes).trim() === '' && (
            <Button
              size="small"
              icon="file-text"
              onClick={() => takeNodes(pastedNodes(TRIAL_SAMPLE))}
              data-testid="mapping-sample-nodes"
            >
              {t('sampleNodes')}
            </Button>
          )}
        </div>
      )}
      {trial !== undefined && trial !== 'failed' && trial.total > 0 && (
        <>
          <p role="status" className="text-sm tabular-nums" data-testid="mapping-summary">
            {t('summary', { total: trial.total, rest: trial.rest.count })}
          </p>
          <ul className="flex flex-col gap-1" aria-label={t('result')}>
            {trial.groups.map((group) => (
              <Members key={group.group} name={group.group} members={group} />
            ))}
            <Members
              name={rest ? t('unmatchedTo', { group: rest }) : t('unmatched')}
              members={trial.rest}
              testId="mapping-unmatched"
              isOpen
            />
          </ul>
        </>
      )}
    </>
  )
}

function Members({
  name,
  members,
  testId,
  isOpen,
}: {
  name: string
  members: MappedNodes
  testId?: string
  isOpen?: boolean
}) {
  const t = useTranslations('mapping')
  const { count, nodes } = members
  return (
    <li data-testid={testId}>
      <details className="mapping-group" open={isOpen || count <= 5}>
        <summary>
          <Icon name="chevron-right" className="size-3.5 text-muted" />
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <span className="text-xs text-muted tabular-nums">{t('count', { n: count })}</span>
        </summary>
        {count > 0 && (
          <ul className="flex flex-col gap-0.5 py-1 pr-2 pl-7 text-sm">
            {nodes.map((node, index) => (
              <li key={index} className="wrap-anywhere">
                {node.name}
                {node.to !== undefined && <span className="text-muted"> → {node.to}</span>}
              </li>
            ))}
            {count > nodes.length && (
              <li className="text-xs text-muted">{t('moreNodes', { n: count - nodes.length })}</li>
            )}
          </ul>
        )}
      </details>
    </li>
  )
}
