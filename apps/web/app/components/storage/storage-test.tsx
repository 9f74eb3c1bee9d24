import type { GitFailure } from '@switchyard/git-hosts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { Place } from '../places/place.ts'
import { tryPlace } from '../publish/publish-file.ts'
import { StorageFailureNote } from './storage-failure-note.tsx'
import { randomId } from '../../lib/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  place: Place
  bucket: string
  /** That files are tried in. */
  folder?: string
  isOff?: boolean
}

/** Uploads a small text, removes it, and says how that went. */
export function StorageTest({ place, bucket, folder = '', isOff = false }: Props) {
  const t = useTranslations('storage')
  const [state, setState] = useState<'busy' | 'works' | GitFailure>()
  const test = async () => {
    setState('busy')
    try {
      await tryPlace(place.space(bucket, ''), folder, `.switchyard-test-${randomId()}`, 'test')
      setState('works')
    } catch (error) {
      setState(gitFailureOf(error))
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" disabled={isOff || state === 'busy'} onClick={() => void test()}>
          {t(state === 'busy' ? 'testing' : 'test')}
        </Button>
        <span role="status" className="flex items-center gap-1.5 text-sm text-success empty:hidden">
          {state === 'works' && (
            <>
              <Icon name="circle-check" className="size-4" />
              {t('tested')}
            </>
          )}
        </span>
      </div>
      {typeof state === 'object' && <StorageFailureNote failure={state} place={place} onRetry={() => void test()} />}
    </>
  )
}
