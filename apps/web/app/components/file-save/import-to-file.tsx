import { DEFAULT_BUCKET } from '@switchyard/contract/storage-paths'
import { type GitFailure, GitHostError } from '@switchyard/git-hosts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Select } from '../../ui/select.tsx'
import { type GitTarget, GitTargetFields } from '../git-accounts/git-target.tsx'
import { PublicNote } from '../git-accounts/public-note.tsx'
import { useRepository } from '../git-accounts/use-repositories.ts'
import type { Place } from '../places/place.ts'
import { usePlaces } from '../places/places.ts'
import { pathOfFile, queryOfFile } from './file-address.ts'
import { carryDraft } from './file-drafts.ts'
import { failureOf } from './file-save.ts'
import { useFailureSentence } from './use-failure-sentence.ts'
import { usePlaceAccount } from './use-place-account.ts'
import { usePlaceName } from './use-place-name.ts'

interface Props {
  /** What the file is called unless somebody says otherwise. */
  name: string
  text: string
  onClose: () => void
}

/** Puts a text into a file of a place: it opens in the editor as a change that is not saved yet. */
export function ImportToFile(props: Props) {
  const t = useTranslations('fileSave.import')
  const places = usePlaces()
  if (places === undefined)
    return (
      <Dialog open size="small" title={t('title')} onClose={props.onClose}>
        <Pending />
      </Dialog>
    )
  return <ImportForm {...props} places={places} />
}

function ImportForm({ name, text, onClose, places }: Props & { places: readonly Place[] }) {
  const t = useTranslations('fileSave.import')
  const tu = useTranslations('ui')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  const [placeId, setPlaceId] = useState(places[0]?.id ?? '')
  const place = places.find(({ id }) => id === placeId)
  const { account, isOpen } = usePlaceAccount(place)
  const [typed, setTyped] = useState<{ target?: GitTarget; path?: string }>({})
  const [failure, setFailure] = useState<GitFailure>()
  const [isBusy, setBusy] = useState(false)
  const target = typed.target ?? { repository: account?.repository ?? '', branch: account?.branch ?? '' }
  const repository = useRepository(place?.kind === 'git' ? account : undefined, isOpen ? target.repository : '').data
  const path = typed.path ?? (account?.folder ? `${account.folder}/${name}` : name)
  const goodPath = pathOfFile(path)
  const isGit = place?.kind === 'git'
  const isReady = goodPath !== undefined && isOpen && (!isGit || repository !== undefined)

  const open = async () => {
    if (!place || goodPath === undefined) return
    setBusy(true)
    setFailure(undefined)
    try {
      const branch = target.branch || (repository?.defaultBranch ?? 'main')
      const bucket = place.kind === 'storage' ? account?.repository || DEFAULT_BUCKET : ''
      const address = isGit
        ? { place: place.id, root: target.repository, ref: branch, path: goodPath }
        : { place: place.id, root: bucket, ref: '', path: goodPath }
      const base = await place
        .space(address.root, address.ref)
        .read(goodPath)
        .catch((error: unknown) => {
          if (error instanceof GitHostError && error.failure.code === 'not-found') return undefined
          throw error
        })
      const bytes = new TextEncoder().encode(text)
      await carryDraft({ address, bytes, savedAt: Date.now(), ...(base ? { base } : {}) })
      void navigate(`${localizedPath(locale, '/file-edit')}?${queryOfFile(address)}`)
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      onClose={onClose}
      data-testid="import-to-file"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" disabled={!isReady || isBusy} data-testid="import-open" onClick={() => void open()}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isBusy) void open()
        }}
      >
        <p className="text-sm text-muted">{t('note')}</p>
        <Field label={t('place')}>
          {(control) => (
            <Select
              {...control}
              value={placeId}
              choices={places.map((one) => ({ value: one.id, label: nameOf(one) }))}
              onChange={(id) => {
                setPlaceId(id)
                setTyped({})
              }}
            />
          )}
        </Field>
        {account && !isOpen && <p className="text-sm text-muted">{t('noToken', { name: account.name })}</p>}
        {account && isOpen && isGit && (
          <>
            <GitTargetFields
              account={account}
              target={target}
              repository={repository}
              onChange={(next) => setTyped((before) => ({ ...before, target: next }))}
            />
            {repository && <PublicNote repository={repository} />}
          </>
        )}
        <Field label={t('path')} error={path !== '' && goodPath === undefined && t('badPath')}>
          {(control) => (
            <Input
              {...control}
              value={path}
              data-testid="import-path"
              onChange={(event) => setTyped((before) => ({ ...before, path: event.target.value }))}
            />
          )}
        </Field>
        {/* Enter in a field opens it too. */}
        <button type="submit" hidden />
      </form>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isBusy && t('reading')}
      </p>
      {failure && place && (
        <p role="alert" className="mt-2 text-sm text-error">
          {sentence(failure, nameOf(place))}
        </p>
      )}
    </Dialog>
  )
}
