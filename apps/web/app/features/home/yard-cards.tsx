import { useTranslations } from 'use-intl'
import type { ClientId } from '@switchyard/recipe/model'
import { usePhoneSystem } from '../../lib/use-phone-system.ts'
import { Icon } from '../../ui/icon.tsx'
import { phoneProgram } from '../../components/client-programs.ts'
import { needsFile } from '../../components/taken/next-step.ts'
import { SAMPLE_KEPT, SAMPLE_NODES } from './sample-yard.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import { AT_ONCE_MAX_NODES } from '@switchyard/convert/limits'
import type { Take } from './use-take.ts'
import type { YardState } from './yard-state.ts'

interface Props {
  state: YardState
  take: Pick<Take, 'taken' | 'making' | 'onCopy' | 'onDownload'>
  /** Shows what a client does not get, and why. */
  onWhy: (client: ClientId) => void
}

/** A card for each client: what it would get of the sample, and, once there are nodes, a button that copies or downloads its config. */
export function YardCards({ state, take, onWhy }: Props) {
  const hasOwn = state.status === 'ready' || (state.status === 'reading' && state.glance !== undefined)
  const isSample = state.status === 'sample' || (state.status === 'reading' && state.glance === undefined)
  const best = bestOf(state)
  return (
    <ul className="yard-cards">
      {YARD_CLIENTS.map((client) => (
        <li key={client.id} className="min-w-0">
          {hasOwn ? (
            <TakeCard
              client={client}
              state={state}
              isBest={client.id === best}
              take={take}
              onWhy={() => onWhy(client.id)}
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
function StillCard({ client, isSample }: { client: Client; isSample: boolean }) {
  return (
    <div className="yard-card text-muted" data-testid={`yard-card-${client.id}`}>
      <Name client={client} />
      {isSample && <Kept name={client.name} kept={SAMPLE_KEPT[client.id]} nodes={SAMPLE_NODES} />}
      <span className="yard-act">{client.file}</span>
    </div>
  )
}

interface TakeCardProps {
  client: Client
  state: YardState
  /** No other client keeps more nodes. */
  isBest: boolean
  take: Props['take']
  onWhy: () => void
}

function TakeCard({ client, state, isBest, take, onWhy }: TakeCardProps) {
  const t = useTranslations('home.yard')
  const written = state.written[client.id]
  const isFile = needsFile(client.id)
  const isTaken = take.taken?.client === client.id && written?.error === undefined
  const word = isTaken ? (take.taken?.file === undefined ? 'copiedShort' : 'savedShort') : isFile ? 'download' : 'copy'
  const nodes = state.glance?.counts.nodes ?? 0
  return (
    <div className="yard-card" data-testid={`yard-card-${client.id}`} data-taken={isTaken || undefined}>
      <Name client={client} />
      {written ? (
        <Kept name={client.name} kept={written.kept} nodes={nodes} onWhy={onWhy} />
      ) : (
        <span className="yard-kept text-muted">{nodes > AT_ONCE_MAX_NODES ? client.file : '…'}</span>
      )}
      <button
        type="button"
        className={`yard-act ${isBest ? 'yard-act-best' : 'text-link'}`}
        aria-disabled={state.status !== 'ready'}
        onClick={() => state.status === 'ready' && (isFile ? take.onDownload : take.onCopy)(client.id)}
      >
        <Icon name={isTaken ? 'check' : isFile ? 'download' : 'copy'} className="size-3.5" />
        {t(take.making === client.id ? 'making' : word)}
        <span className="sr-only"> {client.name}</span>
      </button>
    </div>
  )
}

function Name({ client: { id, name, programs } }: { client: Client }) {
  const t = useTranslations('home.yard')
  const [program, other] = programs
  const system = usePhoneSystem()
  return (
    <>
      <span className="block max-w-full truncate font-semibold">{name}</span>
      <span className="yard-for">
        {system ? (
          <span className="whitespace-nowrap">{phoneProgram(id, system)}</span>
        ) : (
          <>
            <span className="max-sm:hidden">
              <span className="whitespace-nowrap">{program}</span>
              {other && t('program', { name: other })}
            </span>
            <span className="sm:hidden">{phoneProgram(id)}</span>
          </>
        )}
      </span>
    </>
  )
}

interface KeptProps {
  name: string
  kept: number
  nodes: number
  onWhy?: () => void
}

/** How many of the nodes stand in a config, and the way to the reasons of the others. The sample has no such way. */
function Kept({ name, kept, nodes, onWhy }: KeptProps) {
  const t = useTranslations('home.yard')
  const words = t('unsupported', { count: nodes - kept })
  return (
    <>
      <span className="yard-kept">
        {t('kept', { count: kept })}
        <span className="text-xs font-normal text-muted">{t('of', { count: nodes })}</span>
      </span>
      {kept < nodes &&
        (onWhy ? (
          <button type="button" className="yard-why target" title={t('why')} onClick={onWhy}>
            {words}
            <span className="sr-only"> {name}</span>
            <Icon name="chevron-right" className="size-3" />
          </button>
        ) : (
          <span className="yard-why">{words}</span>
        ))}
    </>
  )
}
