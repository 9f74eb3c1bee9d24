import { clientFacts } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { ChangedLines } from '../../../components/diff/changed-lines.tsx'
import { configToOpen } from '../../../components/publish/config-to-open.ts'
import { type Offered, PublishDialog } from '../../../components/publish/publish-dialog.tsx'
import { STATE_LOOKS } from '../../../components/state-looks.ts'
import { useApi } from '../../../lib/use-loaded.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { OpenConfig } from './panel.ts'
import { useBench, useChecked } from './use-bench.ts'
import type { Opening } from './use-opening.tsx'

/** Names that nobody gave. */
const UNNAMED: ReadonlySet<OpenConfig['origin']['kind']> = new Set(['pasted', 'sample', 'new', 'convert'])
const NAME_MAX = 64

/** Publishes the open config as it is: its errors are said first, and what differs from what is published. */
export function PublishConfig({ config, opening }: { config: OpenConfig; opening: Opening }) {
  const t = useTranslations('configBench.publishing')
  const session = useBench()
  const health = useHealth(config)
  const { text, client, published, name, origin } = config
  return (
    <PublishDialog
      kind="text"
      name={UNNAMED.has(origin.kind) ? '' : name.slice(0, NAME_MAX)}
      client={client}
      note={t('note')}
      renderAbout={(into) => (
        <>
          <HealthNote health={health} client={clientFacts(client).title} />
          <p>{t('oneClient', { client: clientFacts(client).title })}</p>
          {into && <Differences key={into.id} into={into} text={text} />}
        </>
      )}
      isHeld={health === 'checking'}
      isDoubtful={health !== 'checking' && health !== 'fine'}
      content={() => Promise.resolve({ kind: 'text', text, client })}
      file={() => Promise.resolve({ blob: new Blob([text]) })}
      over={published}
      onSaved={(saved) => session.published(saved)}
      onTakeTheirs={(theirs) => {
        if (theirs.kind !== 'text') return
        opening.open({ ...configToOpen(theirs), origin: { kind: 'output', id: theirs.id } })
      }}
      onClose={opening.closeDialog}
    />
  )
}

/** Whether its client takes the config: `fine`, how many errors there are, or nobody knows. */
type Health = 'checking' | 'unknown' | 'fine' | number

function useHealth({ text, client, version }: OpenConfig): Health {
  const checked = useChecked()
  const of = checked?.of
  if (!checked || of?.text !== text || of.client !== client || of.version !== version) return 'checking'
  if (!checked.result) return 'unknown'
  return checked.result.errors || 'fine'
}

function HealthNote({ health, client }: { health: Health; client: string }) {
  const t = useTranslations('configBench.publishing')
  if (health === 'fine') return null
  if (health === 'checking')
    return (
      <p role="status" className="text-muted">
        {t('checking')}
      </p>
    )
  return (
    <p
      role="status"
      className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning"
      data-testid="publish-warning"
    >
      <Icon name={STATE_LOOKS.warning.icon} className="mt-0.5 size-4 shrink-0" />
      <span>{health === 'unknown' ? t('unknown', { client }) : t('errors', { n: health, client })}</span>
    </p>
  )
}

/** What devices that have the published config would get otherwise. */
function Differences({ into: { id }, text }: { into: Offered; text: string }) {
  const t = useTranslations('configBench.publishing')
  const loaded = useApi('GET /api/outputs/:output', { params: { output: id }, quiet: true })
  const before = loaded.data?.kind === 'text' ? loaded.data : undefined
  if (!before) return loaded.error === undefined ? <p className="text-muted">{t('reading')}</p> : null
  const title = t('differs', { number: before.version ?? 1 })
  return (
    <section className="flex max-h-60 flex-col" data-testid="publish-diff">
      {before.text !== text && <h3 className="mb-1 font-medium">{title}</h3>}
      <ChangedLines
        label={title}
        same={t('same')}
        more={(n) => t('moreLines', { n })}
        before={before.text}
        after={text}
      />
    </section>
  )
}
