import { isClientId } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../components/api-call/form-failure.tsx'
import { LoadFailure } from '../../../components/api-call/load-failure.tsx'
import { useSubmit } from '../../../components/api-call/use-submit.ts'
import { useClientName } from '../../../components/publish/client-name.ts'
import { call } from '../../../lib/api.ts'
import { useApi } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { GivenConfig } from './use-opening.tsx'

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
      const params = { output: id, number: String(number) }
      const { text, client } = await call('GET /api/outputs/:output/versions/:number', { params, quiet: true })
      onOpen({ name, text, origin: { kind: 'output', id }, ...(isClientId(client) ? { client } : {}) })
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
        {outputs.map(({ id, name, client, version = 0 }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block text-xs text-muted">{clientName(client)}</span>
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
