import type { BucketPermission } from '@switchyard/contract'
import type { OutputId } from '@switchyard/convert'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { queryOfFile } from '../file-save/file-address.ts'
import { AddressCard, ImportApps } from './address-card.tsx'
import type { PublishedAt } from './file-publish-form.tsx'
import { importLinks, linksFor } from './import-links.ts'

/** What stands in a bucket now. */
export interface StoredHere extends PublishedAt {
  client: OutputId
  permission: BucketPermission
  /** Where clients load it from; undefined: nobody does. */
  url: string | undefined
}

/** The result: what was done, the address for clients, and the way to the file. */
export function StoragePublished({ stored, onClose }: { stored: StoredHere; onClose: () => void }) {
  const t = useTranslations('storage')
  const tf = useTranslations('filePublish')
  const tp = useTranslations('publish')
  const locale = useRouteLocale()
  const { outcome, address, name, client, permission, url } = stored
  return (
    <Dialog
      open
      size="small"
      title={tf(`done.${outcome.kind}`)}
      onClose={onClose}
      data-testid="storage-published"
      footer={
        <Button look="solid" onClick={onClose}>
          {tf('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">{t('storedAt', { name: address.root, path: address.path })}</p>
        {url === undefined ? (
          <p className="text-muted">{t('whoReads.private')}</p>
        ) : (
          <AddressCard
            url={url}
            name={name}
            note={t(`whoReads.${permission}`)}
            isReachable={!isOfThisMachine(url)}
            apps={<ImportApps title={tp('openIn')} links={linksFor(client, importLinks(url, name)).same} />}
          />
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to={`${localizedPath(locale, '/file-edit')}?${queryOfFile(address)}`} className="text-link">
            {t('openFile')}
          </Link>
          <Link to={localizedPath(locale, '/settings/subscribe/history')} className="text-link" onClick={onClose}>
            {tf('toHistory')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}

/** Other devices mean themselves by such an address. */
const isOfThisMachine = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
