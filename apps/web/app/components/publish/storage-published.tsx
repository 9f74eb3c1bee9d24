import type { BucketPermission } from '@switchyard/contract'
import type { OutputId } from '@switchyard/convert'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { queryOfFile } from '../file-save/file-address.ts'
import { AddressCard, ImportApps } from './address-card.tsx'
import type { PublishedAt } from './file-publish-form.tsx'
import { importLinks, linksFor } from './import-links.ts'
import { PublishedFrame } from './publish-frame.tsx'

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
  const tp = useTranslations('publish')
  const locale = useRouteLocale()
  const { outcome, address, name, client, permission, url } = stored
  return (
    <PublishedFrame
      {...{ outcome, onClose }}
      data-testid="storage-published"
      link={
        <Link to={`${localizedPath(locale, '/file-edit')}?${queryOfFile(address)}`} className="text-link">
          {t('openFile')}
        </Link>
      }
    >
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
    </PublishedFrame>
  )
}

/** Other devices mean themselves by such an address. */
const isOfThisMachine = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
