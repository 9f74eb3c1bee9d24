import { isClientId } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../components/api-call/form-failure.tsx'
import { LoadFailure } from '../../../components/api-call/load-failure.tsx'
import { useSubmit } from '../../../components/api-call/use-submit.ts'
import { useClientName } from '../../../components/publish/client-name.ts'
import { configToOpen } from '../../../components/publish/config-to-open.ts'
import { call } from '../../../lib/api.ts'
import { useApi } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Dotted } from '../../../ui/dotted.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { GivenConfig } from './panel.ts'

interface Props {
  onOpen: (given: GivenConfig) => void
  onClose: () => void
}

/** Opens the text that one of the outputs of who is signed in serves. */
export function OutputDialog(props: Props) {
  const t = useTranslations('configBench.output')
  return (
    <Dialog open size="small" title={t('title')} onClose={props.onClose} data-testid="bench-output">
      <OutputRows {...props} />
    </Dialog>
  )
}

/** The text that an output serves; one that is a config as it is can be published again as the same. */
async function servedBy(output: string, version: number): Promise<Pick<GivenConfig, 'text' | 'client' | 'published'>> {
  const params = { output, number: String(version) }
  const whole = await call('GET /api/outputs/:output', { params, quiet: true })
  if (whole.kind === 'text') {
    const { text, client, published } = configToOpen(whole)
    return { text, published, ...(client ? { client } : {}) }
  }
  const { text, client } = await call('GET /api/outputs/:output/versions/:number', { params, quiet: true })
  return { text, ...(isClientId(client) ? { client } : {}) }
}

function OutputRows({ onOpen, onClose }: Props) {
  const t = useTranslations('configBench.output')
  const clientName = useClientName()
  const loaded = useApi('GET /api/outputs', {})
  const { isBusy, failure, submit } = useSubmit()
  const [asked, setAsked] = useState<string>()
  const outputs = loaded.data?.outputs.filter(({ version, client }) => version !== undefined && isClientId(client))

  const open = (id: string, name: string, number: number) => {
    setAsked(id)
    return submit(async () => {
      onOpen({ name, origin: { kind: 'output', id }, ...(await servedBy(id, number)) })
      onClose()
    })
  }
  if (loaded.error) return <LoadFailure error={loaded.error} onRetry={loaded.reload} />
  if (!outputs) return <p className="text-muted">{t('loading')}</p>
  if (outputs.length === 0) return <EmptyState icon="rss" text={t('none')} />
  return (
    <>
      <FormFailure failure={failure} />
      <ul className="divide-y divide-line">
        {outputs.map(({ id, kind, name, client, version = 0 }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block text-xs text-muted">
                <Dotted parts={[clientName(client), kind === 'text' && t('asItIs')]} />
              </span>
            </span>
            <Button
              size="small"
              disabled={isBusy}
              aria-label={t('openNamed', { name })}
              aria-busy={isBusy && asked === id}
              onClick={() => void open(id, name, version)}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
