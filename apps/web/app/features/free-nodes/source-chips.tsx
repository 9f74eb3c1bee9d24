import { useTranslations } from 'use-intl'
import type { FreeSource } from '@switchyard/contract'
import { useAgo } from '../../lib/use-ago.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { useFetchWords } from './use-fetch-words.ts'

const STATE_ICONS = {
  fresh: 'circle-check',
  failing: 'circle-alert',
  held: 'alert-triangle',
  waiting: 'minus',
} as const satisfies Record<FreeSource['state'], IconName>

interface Props {
  sources: readonly FreeSource[]
  chosen: string | undefined
  onChoose: (source: string | undefined) => void
}

/** The sources, each with how many nodes it has, when these were fetched and how it stands. A press shows one alone. */
export function SourceChips({ sources, chosen, onChoose }: Props) {
  const t = useTranslations('freeNodes')
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5" aria-label={t('sources')}>
      {sources.map((source) => (
        <li key={source.id} className="min-w-0">
          <SourceChip
            source={source}
            pressed={source.id === chosen}
            onClick={() => onChoose(source.id === chosen ? undefined : source.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function SourceChip({ source, pressed, onClick }: { source: FreeSource; pressed: boolean; onClick: () => void }) {
  const t = useTranslations('freeNodes')
  const ago = useAgo(useNow())
  const fetchWords = useFetchWords()
  const { name, nodes, state, fetchedAt, lastTry } = source
  const facts = [
    fetchedAt === undefined ? t('neverFetched') : ago(fetchedAt),
    ...(state === 'failing' && lastTry ? [t('failing', { why: fetchWords(lastTry) })] : []),
    ...(state === 'held' ? [t('held')] : []),
  ]
  return (
    <Chip count={nodes} pressed={pressed} onClick={onClick} testId={`source-${state}`} className="max-w-full">
      <Icon
        name={STATE_ICONS[state]}
        className={`mr-1 inline size-3.5 align-[-2px] ${state === 'failing' ? 'text-error' : state === 'held' ? 'text-warning' : ''}`}
      />
      {name}
      <span className="ml-1.5 text-xs text-muted">{facts.join(' · ')}</span>
    </Chip>
  )
}
