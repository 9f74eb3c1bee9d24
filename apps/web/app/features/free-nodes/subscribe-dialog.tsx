import { useTranslations } from 'use-intl'
import { AddressCard, ImportApps } from '../../components/publish/address-card.tsx'
import { importLinks } from '../../components/publish/import-links.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  /** Of the address: the id of a source, or all. */
  source: string
  name: string
  onClose: () => void
}

/** The address that clients fetch the current free nodes from: to copy, to scan, to open in a program. */
export function SubscribeDialog({ source, name, onClose }: Props) {
  const t = useTranslations('freeNodes')
  const { siteUrl } = useAppConfig()
  const url = `${siteUrl}/sub/free/${source}`
  const title = t('subscribeTo', { name })
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <AddressCard
          url={url}
          name={title}
          note={t('subscribeNote')}
          apps={<ImportApps title={t('openIn')} links={importLinks(url, title)} />}
        />
      </div>
    </Dialog>
  )
}
