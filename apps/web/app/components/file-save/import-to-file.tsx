import { type GitFailure, GitHostError } from '@switchyard/git-hosts'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Select } from '../../ui/select.tsx'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import { gitPlaceId } from '../places/git-place.ts'
import type { Place } from '../places/place.ts'
import { usePlaces } from '../places/places.ts'
import { pathOfFile, queryOfFile } from './file-address.ts'
import { carryDraft } from './file-drafts.ts'
import { failureOf } from './file-save.ts'
import { useFailureSentence } from './use-failure-sentence.ts'
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
  const accounts = useGitAccounts()?.accounts
  const [placeId, setPlaceId] = useState(places[0]?.id ?? '')
  const place = places.find(({ id }) => id === placeId)
  const account = accounts?.find((one) => gitPlaceId(one) === placeId)
  const [typed, setTyped] = useState<{ root?: string; ref?: string; path?: string }>({})
  const [failure, setFailure] = useState<GitFailure>()
  const [isBusy, setBusy] = useState(false)
  const root = place?.host ? (typed.root ?? account?.repository ?? '') : ''
  const ref = place?.host ? (typed.ref ?? account?.branch ?? '') : ''
  const path = typed.path ?? (account?.folder ? `${account.folder}/${name}` : name)
  const goodPath = pathOfFile(path)
  const isReady = place !== undefined && goodPath !== undefined && (!place.host || root.includes('/'))

  const open = async () => {
    if (!place || goodPath === undefined) return
    setBusy(true)
    setFailure(undefined)
    try {
      const branch = place.host && ref.trim() === '' ? (await place.host.repository(root)).defaultBranch : ref.trim()
      const address = { place: place.id, root, ref: branch ?? 'main', path: goodPath }
      const base = await place
        .space(root, address.ref)
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
        {place?.host && (
          <>
            <Repositories
              place={place}
              value={root}
              onChange={(value) => setTyped((before) => ({ ...before, root: value }))}
            />
            <Field label={t('branch')} hint={t('noBranch')}>
              {(control) => (
                <Input
                  {...control}
                  value={ref}
                  onChange={(event) => setTyped((before) => ({ ...before, ref: event.target.value }))}
                />
              )}
            </Field>
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

interface RepositoriesProps {
  place: Place
  value: string
  onChange: (value: string) => void
}

/** A repository by its name; the first ones of the account are offered. */
function Repositories({ place, value, onChange }: RepositoriesProps) {
  const t = useTranslations('fileSave.import')
  const listId = useId()
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    let isWanted = true
    place.host?.repositories().then(
      ({ items }) => isWanted && setNames(items.map(({ path }) => path)),
      // It can be typed.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [place])
  return (
    <Field label={t('repository')}>
      {(control) => (
        <>
          <Input
            {...control}
            list={listId}
            value={value}
            placeholder="owner/name"
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
