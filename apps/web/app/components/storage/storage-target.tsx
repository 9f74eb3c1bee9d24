import type { Bucket } from '@switchyard/contract'
import { DEFAULT_BUCKET } from '@switchyard/contract/storage-paths'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../../ui/field.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Select } from '../../ui/select.tsx'
import { usePlaceName } from '../file-save/use-place-name.ts'
import { usePlaceAccount } from '../file-save/use-place-account.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import { TokenGate } from '../git-accounts/token-gate.tsx'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import type { Place } from '../places/place.ts'
import { OWN_STORAGE, storagePlace } from '../places/storage-place.ts'
import { SignInFirst } from './sign-in-first.tsx'
import { StorageFailureNote } from './storage-failure-note.tsx'
import { useStorageState } from './use-storage.ts'

/** A bucket of a storage place. What is absent is the usual one. */
export interface StorageTarget {
  /** The id of the place. */
  place?: string
  bucket?: string
}

interface Props {
  target: StorageTarget
  onChange: (target: StorageTarget) => void
  children: (chosen: { place: Place; bucket: Bucket }) => ReactNode
}

/** Which storage and which bucket of it, and what is shown once both are there. */
export function StorageTargetFields({ target, onChange, children }: Props) {
  const t = useTranslations('storage')
  const nameOf = usePlaceName()
  const storages = useGitAccounts()?.storages
  const places = useMemo(() => storages && [OWN_STORAGE, ...storages.map(storagePlace)], [storages])
  const place = places?.find(({ id }) => id === target.place) ?? OWN_STORAGE
  const { account } = usePlaceAccount(place)
  if (!places) return null
  const fields = (
    <BucketField
      key={place.id}
      place={place}
      wanted={target.bucket ?? account?.repository ?? DEFAULT_BUCKET}
      onChange={(bucket) => onChange({ place: place.id, bucket })}
    >
      {children}
    </BucketField>
  )
  return (
    <>
      {places.length > 1 && (
        <Field label={t('place')}>
          {(control) => (
            <Select
              {...control}
              value={place.id}
              choices={places.map((one) => ({ value: one.id, label: nameOf(one) }))}
              onChange={(id) => onChange({ place: id })}
            />
          )}
        </Field>
      )}
      {account ? <TokenGate account={account}>{fields}</TokenGate> : <SignInFirst>{fields}</SignInFirst>}
    </>
  )
}

interface BucketProps {
  place: Place
  wanted: string
  onChange: (bucket: string) => void
  children: Props['children']
}

function BucketField({ place, wanted, onChange, children }: BucketProps) {
  const t = useTranslations('storage')
  const { data, error, reload } = useStorageState(place)
  if (error !== undefined) return <StorageFailureNote failure={gitFailureOf(error)} place={place} onRetry={reload} />
  if (!data) return <Pending />
  const bucket = data.buckets.find(({ name }) => name === wanted) ?? data.buckets[0]
  if (!bucket) return null
  return (
    <>
      {data.buckets.length > 1 && (
        <Field label={t('bucket')}>
          {(control) => (
            <Select
              {...control}
              value={bucket.name}
              choices={data.buckets.map(({ name }) => ({ value: name, label: name }))}
              onChange={onChange}
            />
          )}
        </Field>
      )}
      {children({ place, bucket })}
    </>
  )
}
