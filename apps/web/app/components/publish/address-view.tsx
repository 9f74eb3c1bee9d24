import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { useApi } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { AddressCard, ImportApps } from './address-card.tsx'
import { useClientName } from './client-name.ts'
import { importLinks, linksFor } from './import-links.ts'

interface Props {
  output: Pick<DataOf<'GET /api/outputs'>['outputs'][number], 'id' | 'kind' | 'name' | 'client'>
  /** The id of one of its addresses. */
  address: string
}

/** The address that clients fetch: to copy, to scan, to open in a program. It is shown whole. */
export function AddressView({ output: { id: output, kind, name, client }, address }: Props) {
  const t = useTranslations('publish')
  const clientName = useClientName()
  const shown = useApi('GET /api/outputs/:output/addresses/:address', { params: { output, address }, quiet: true })
  const url = shown.data?.url
  const isReachable = shown.data?.reachable !== false
  if (url === undefined)
    return shown.error === undefined ? (
      <p className="text-muted">{t('loading')}</p>
    ) : (
      <Button onClick={shown.reload}>{t('retry')}</Button>
    )
  const { same, own } = linksFor(client, importLinks(url, name))
  return (
    <div className="flex flex-col gap-4">
      <AddressCard
        url={url}
        name={name}
        note={t('secret')}
        isReachable={isReachable}
        apps={
          <>
            <ImportApps title={t('openIn')} links={same} />
            {kind === 'recipe' && (
              <ImportApps title={t('openInOwn')} note={t('getsOwn', { client: clientName(client) })} links={own} />
            )}
          </>
        }
      />
    </div>
  )
}
