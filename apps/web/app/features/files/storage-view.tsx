import { DEFAULT_BUCKET } from '@switchyard/contract/storage-paths'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'
import type { FileAddress } from '../../components/places/place.ts'
import { SignInFirst } from '../../components/storage/sign-in-first.tsx'
import { StorageFailureNote } from '../../components/storage/storage-failure-note.tsx'
import { useStorageState } from '../../components/storage/use-storage.ts'
import { fileSize } from '../../lib/file-size.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Select } from '../../ui/select.tsx'
import { FolderView } from './folder-view.tsx'
import type { FilePlace } from './use-file-places.ts'
import type { GoTo } from './use-folder-address.ts'

interface Props {
  at: FilePlace
  address: FileAddress
  go: GoTo
}

/** The files of a storage service, bucket by bucket. */
export function StorageView(props: Props) {
  if (props.at.account) return <Buckets {...props} />
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <SignInFirst>
        <Buckets {...props} />
      </SignInFirst>
    </div>
  )
}

function Buckets({ at, address, go }: Props) {
  const t = useTranslations('storage')
  const locale = useRouteLocale()
  const format = useFormatter()
  const { data, error, reload } = useStorageState(at.place)
  const usual = at.account?.repository ?? DEFAULT_BUCKET
  useEffect(() => {
    if (address.root === '') go({ ...address, root: usual, path: '' }, { replace: true })
  }, [address, usual, go])
  if (error !== undefined)
    return (
      <div className="min-w-0 flex-1 p-4">
        <StorageFailureNote failure={gitFailureOf(error)} place={at.place} onRetry={reload} />
      </div>
    )
  if (!data || address.root === '') return <Pending />
  const bucket = data.buckets.find(({ name }) => name === address.root)
  const names = data.buckets.map(({ name }) => name)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5" data-testid="bucket-bar">
        <Select
          aria-label={t('bucket')}
          className="max-w-48"
          value={bucket ? address.root : ''}
          choices={[...(bucket ? [] : [{ value: '', label: address.root }]), ...names.map((name) => ({ value: name, label: name }))]}
          onChange={(root) => root !== '' && go({ ...address, root, path: '' })}
        />
        {bucket && (
          <Badge tone={bucket.permission === 'public-read' ? 'warning' : 'quiet'}>
            {t(`permission.${bucket.permission}`)}
          </Badge>
        )}
        <span className="ml-auto text-xs text-muted tabular-nums">
          {t('used', { used: fileSize(data.keptBytes, format), value: fileSize(data.quotaBytes, format) })}
        </span>
        <Link to={localizedPath(locale, '/settings/storage')} className="text-link text-sm">
          {t('manage')}
        </Link>
      </div>
      {bucket ? (
        <FolderView
          key={bucket.name}
          at={at}
          address={address}
          go={go}
          repository={undefined}
          bucket={bucket}
          isProtected={false}
          onChanged={reload}
        />
      ) : (
        <EmptyState icon="circle-help" title={t('noBucketTitle')} text={t('noBucketText', { name: address.root })}>
          <Button onClick={() => go({ ...address, root: usual, path: '' })}>{t('toBucket', { name: usual })}</Button>
        </EmptyState>
      )}
    </div>
  ) // oxfmt-ignore
}
