import type { OutputId } from '@switchyard/convert'
import type { Bucket } from '@switchyard/contract'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '../../ui/checkbox.tsx'
import { usePlaceName } from '../file-save/use-place-name.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { Place } from '../places/place.ts'
import { StorageFailureNote } from '../storage/storage-failure-note.tsx'
import { type StorageTarget, StorageTargetFields } from '../storage/storage-target.tsx'
import { WhoReads } from '../storage/who-reads.tsx'
import { type Download, recordDownload } from './download-history.ts'
import {
  FilePublishForm,
  type PublishFormState,
  type PublishedAt,
  type PublishedContent,
} from './file-publish-form.tsx'
import type { Position } from './positions.ts'
import { PublishFrame } from './publish-frame.tsx'
import { StoragePublished, type StoredHere } from './storage-published.tsx'

interface Props {
  /** What it is called, where that is known already. */
  name: string
  client: OutputId
  position: Position
  /** The field that chooses another destination. */
  destination: ReactNode
  file: () => Promise<PublishedContent | undefined>
  onClose: () => void
}

/** Puts a config into a bucket of a storage service, after the person has seen what it changes there. */
export function StoragePublishDialog({ name, client, position, destination, file, onClose }: Props) {
  const t = useTranslations('storage')
  const tp = useTranslations('filePublish')
  const formId = useId()
  const nameOf = usePlaceName()
  const [target, setTarget] = useState<StorageTarget>(position.storage ?? {})
  const [agreed, setAgreed] = useState<string>()
  const [state, setState] = useState<PublishFormState>()
  const [isDirty, setDirty] = useState(false)
  const [done, setDone] = useState<StoredHere>()
  const [failed, setFailed] = useState<{ error: unknown; retry: () => void }>()
  if (done) return <StoragePublished stored={done} onClose={onClose} />

  const finish = async (place: Place, into: Pick<Bucket, 'name' | 'permission'>, published: PublishedAt) => {
    const { name: bucket, permission } = into
    const { outcome, address } = published
    setFailed(undefined)
    if (outcome.kind !== 'unchanged')
      await recordStored(published, client, { place: place.id, placeName: nameOf(place), bucket })
    try {
      const url = permission === 'private' ? undefined : await (await place.storage!()).addressOf(bucket, address.path)
      setDone({ ...published, client, permission, url })
    } catch (error) {
      // The file is there: only its address is asked for again.
      const isThere = { ...published, outcome: { kind: 'unchanged' as const } }
      setFailed({ error, retry: () => void finish(place, into, isThere) })
    }
  }
  return (
    <PublishFrame title={t('publishTitle')} {...{ formId, state, isDirty, onClose }} data-testid="storage-publish">
      {destination}
      <StorageTargetFields
        target={target}
        onChange={(next) => {
          setTarget(next)
          setDirty(true)
        }}
      >
        {({ place, bucket }) => {
          const isPublic = bucket.permission === 'public-read'
          const key = `${place.id} ${bucket.name}`
          return (
            <>
              <FilePublishForm
                key={key}
                {...{ formId, name, client, file, place }}
                at={{ root: bucket.name, ref: '' }}
                pattern={position.pattern}
                isAllowed={!isPublic || agreed === key}
                target={null}
                audience={
                  <>
                    <WhoReads permission={bucket.permission} />
                    {isPublic && (
                      <Checkbox checked={agreed === key} onChange={(isOn) => setAgreed(isOn ? key : undefined)}>
                        {tp('agree')}
                      </Checkbox>
                    )}
                  </>
                }
                renderFailure={(failure, retry) => (
                  <StorageFailureNote failure={failure} place={place} onRetry={retry} />
                )}
                onState={setState}
                onDirty={() => setDirty(true)}
                onDone={(published) => void finish(place, bucket, published)}
              />
              {failed && (
                <StorageFailureNote failure={gitFailureOf(failed.error)} place={place} onRetry={failed.retry} />
              )}
            </>
          )
        }}
      </StorageTargetFields>
    </PublishFrame>
  )
}

function recordStored(
  { address, nodes, skipped }: PublishedAt,
  client: OutputId,
  storage: Required<Download>['storage'],
) {
  return recordDownload({ at: Date.now(), file: address.path, client, nodes, skipped, storage })
}
