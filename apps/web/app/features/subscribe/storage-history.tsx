import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { queryOfFile } from '../../components/file-save/file-address.ts'
import { usePlaces } from '../../components/places/places.ts'
import { useClientName } from '../../components/publish/client-name.ts'
import { clearDownloads, type Download } from '../../components/publish/download-history.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Table } from '../../ui/table.tsx'

/** What was put into a bucket. */
export type StoragePublication = Download & Required<Pick<Download, 'storage'>>

/** What this browser put into buckets, the newest first. A bucket keeps no versions: what stands there now can be opened. */
export function StorageHistory({ rows, onChanged }: { rows: readonly StoragePublication[]; onChanged: () => void }) {
  const t = useTranslations('subscribe')
  const ts = useTranslations('storage')
  const tf = useTranslations('filePublish')
  const locale = useRouteLocale()
  const clientName = useClientName()
  const format = useFormatter()
  const places = usePlaces()
  return (
    <div className="mb-6">
      <h2 className="mb-2 text-sm font-medium text-muted">{ts('history')}</h2>
      <Table
        caption={ts('history')}
        className="table-stacked table-pairs [&_td]:align-middle"
        columns={[
          { id: 'at', label: t('historyAt') },
          { id: 'file', label: tf('path') },
          { id: 'client', label: t('historyClient') },
          { id: 'position', label: t('historyPosition') },
          { id: 'nodes', label: t('historyNodes') },
          { id: 'actions', label: t('historyActions') },
        ]}
      >
        {rows.map(({ id, at, file, client, nodes, skipped, storage }) => {
          const place = places?.find((one) => one.id === storage.place)
          const address = { place: storage.place, root: storage.bucket, ref: '', path: file }
          return (
            <tr key={id} data-testid="storage-history-row">
              <td data-label={t('historyAt')} className="min-w-32">
                {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
              </td>
              <td data-label={tf('path')} className="wrap-anywhere">
                {file}
              </td>
              <td data-label={t('historyClient')} className="whitespace-nowrap">
                {clientName(client)}
              </td>
              <td data-label={t('historyPosition')} className="wrap-anywhere">
                {`${storage.placeName} · ${storage.bucket}`}
              </td>
              <td data-label={t('historyNodes')} className="whitespace-nowrap">
                {nodes > 0 && t('holds', { nodes, skipped })}
              </td>
              <td data-label={t('historyActions')}>
                {place ? (
                  <span className="flex gap-1">
                    <Link
                      className={buttonClass('outline', 'small')}
                      to={`${localizedPath(locale, '/file-edit')}?${queryOfFile(address)}`}
                    >
                      {ts('openFile')}
                    </Link>
                    <CopyButton
                      iconOnly
                      size="small"
                      label={tf('copyAddress')}
                      text={async () => (await place.storage!()).addressOf(storage.bucket, file)}
                    />
                  </span>
                ) : (
                  places && <span className="text-muted">{t('historyGone')}</span>
                )}
              </td>
            </tr>
          )
        })}
      </Table>
      <Button
        size="small"
        className="mt-2"
        onClick={() => void clearDownloads('storage').then(onChanged, () => undefined)}
      >
        {t('historyClear')}
      </Button>
    </div>
  )
}
