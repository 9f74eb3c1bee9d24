import { useTranslations } from 'use-intl'
import type { ClientId } from '@switchyard/recipe/model'
import { Icon } from '../../ui/icon.tsx'
import { SAMPLE_KEPT, SAMPLE_NODES } from './sample-yard.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import { AT_ONCE_MAX_NODES } from '@switchyard/convert/limits'
import type { YardState } from './yard-state.ts'

interface Props {
  state: YardState
  /** The client whose config was just copied, or is being made. */
  copied: ClientId | undefined
  making: ClientId | undefined
  onCopy: (client: ClientId) => void
}

/** A card for each client: what it would get of the sample, and, once there are nodes, a button that copies its config. */
export function YardCards({ state, copied, making, onCopy }: Props) {
  const hasOwn = state.status === 'ready' || (state.status === 'reading' && state.glance !== undefined)
  const isSample = state.status === 'sample' || (state.status === 'reading' && state.glance === undefined)
  const best = bestOf(state)
  return (
    <ul className="yard-cards">
      {YARD_CLIENTS.map((client) => (
        <li key={client.id} className="min-w-0">
          {hasOwn ? (
            <CopyCard
              client={client}
              state={state}
              isBest={client.id === best}
              isCopied={copied === client.id}
              isMaking={making === client.id}
              onCopy={onCopy}
            />
          ) : (
            <StillCard client={client} isSample={isSample} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The first of the clients that keep the most nodes. */
function bestOf({ written }: YardState): ClientId | undefined {
  const keptBy = (id: ClientId) => written[id]?.kept ?? 0
  const most = Math.max(...YARD_CLIENTS.map(({ id }) => keptBy(id)))
  return most > 0 ? YARD_CLIENTS.find(({ id }) => keptBy(id) === most)?.id : undefined
}

type Client = (typeof YARD_CLIENTS)[number]

/** Nothing to press: there is no config of one's own yet. */
function StillCard({ client: { id, name, file }, isSample }: { client: Client; isSample: boolean }) {
  return (
    <div className="yard-card text-muted" data-testid={`yard-card-${id}`}>
      <Name id={id} name={name} />
      {isSample && <Kept kept={SAMPLE_KEPT[id]} nodes={SAMPLE_NODES} />}
      <span className="yard-act">{file}</span>
    </div>
  )
}

interface CopyCardProps {
  client: Client
  state: YardState
  /** No other client keeps more nodes. */
  isBest: boolean
  isCopied: boolean
  isMaking: boolean
  onCopy: (client: ClientId) => void
}

function CopyCard({ client: { id, name, file }, state, isBest, isCopied, isMaking, onCopy }: CopyCardProps) {
  const t = useTranslations('home.yard')
  const written = state.written[id]
  const nodes = state.glance?.counts.nodes ?? 0
  return (
    <button
      type="button"
      className="yard-card"
      data-testid={`yard-card-${id}`}
      data-copied={isCopied || undefined}
      aria-disabled={state.status !== 'ready'}
      onClick={() => state.status === 'ready' && onCopy(id)}
    >
      <Name id={id} name={name} />
      {written ? (
        <Kept kept={written.kept} nodes={nodes} />
      ) : (
        <span className="yard-kept text-muted">{nodes > AT_ONCE_MAX_NODES ? file : '…'}</span>
      )}
      <span className={`yard-act ${isBest ? 'yard-act-best' : isCopied ? 'text-success' : 'text-link'}`}>
        <Icon name={isCopied ? 'check' : 'copy'} className="size-3.5" />
        {isCopied ? t('copiedShort') : isMaking ? t('making') : t('copy')}
      </span>
    </button>
  )
}

function Name({ id, name }: Pick<Client, 'id' | 'name'>) {
  const t = useTranslations('home.yard')
  return (
    <>
      <span className="block max-w-full truncate font-semibold">{name}</span>
      <span className="yard-for block text-xs leading-4 font-normal text-muted">{t(`for.${id}`)}</span>
    </>
  )
}

/** How many of the nodes stand in a config, and why not all of them do. */
function Kept({ kept, nodes }: { kept: number; nodes: number }) {
  const t = useTranslations('home.yard')
  return (
    <>
      <span className="yard-kept">
        {t('kept', { count: kept })}
        <span className="text-xs font-normal text-muted">{t('of', { count: nodes })}</span>
      </span>
      {kept < nodes && <span className="yard-why">{t('unsupported', { count: nodes - kept })}</span>}
    </>
  )
}
