import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { FoundImport, ImportNote } from '@switchyard/recipe'
import { backupOfFile, importOfAddress, type ReadBackup } from '../../components/engine/recipe-files.ts'
import { useFailureWords } from '../../components/api-call/use-failure-words.ts'
import { call } from '../../lib/api.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { addFound, type AddedImport } from './add-found.ts'
import type { ItemRepository } from './item-repository.ts'
import { recipeOfItems } from './recipe-of-items.ts'
import { useRefusalWords } from './use-item-submit.ts'

interface Props {
  /** Where what is found may be kept; the first is offered. */
  stores: readonly [ItemRepository, ...ItemRepository[]]
  /** What was read already. */
  given?: FoundImport
  onAdded: () => void
  onClose: () => void
}

/** A backup or an address of another program: what it holds is shown before anything of it is added. */
export function ImportDialog({ stores, given, onAdded, onClose }: Props) {
  const t = useTranslations('subscribe')
  const chooser = useRef<HTMLInputElement>(null)
  const failureOf = useFailureWords()
  const [found, setFound] = useState(given)
  const [mistake, setMistake] = useState<string>()
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const [store, setStore] = useState(stores[0])
  const [address, setAddress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [added, setAdded] = useState<AddedImport>()
  const isOnServer = store.place === 'server'
  const items = found?.items.filter(({ key }) => !dropped.has(`item ${key}`)) ?? []
  const recipes = isOnServer ? (found?.recipes.filter(({ name }) => !dropped.has(`recipe ${name}`)) ?? []) : []

  const read = async (reading: Promise<ReadBackup>) => {
    setMistake(undefined)
    setBusy(true)
    try {
      const holds = await reading
      if ('mistake' in holds) setMistake(t(`importMistake.${holds.mistake}`))
      else setFound(holds)
    } catch {
      setMistake(t('importMistake.unknown'))
    } finally {
      setBusy(false)
    }
  }
  const add = async () => {
    setBusy(true)
    const publisher = {
      recipeOf: recipeOfItems,
      publish: (body: Parameters<typeof publish>[0]) => publish(body),
    }
    try {
      setAdded(await addFound({ items, recipes, store, ...(isOnServer ? { publisher } : {}) }))
      onAdded()
    } catch (error) {
      setMistake(failureOf(error).text)
    } finally {
      setBusy(false)
    }
  }
  const toggle = (id: string) => (on: boolean) =>
    setDropped(on ? dropped.difference(new Set([id])) : dropped.union(new Set([id])))

  const chosen = items.length + recipes.length
  return (
    <Dialog
      open
      title={t(added ? 'imported' : 'import')}
      dirty={(found !== undefined || address.trim() !== '') && added === undefined}
      onClose={onClose}
      data-testid="import-dialog"
      footer={
        added ? (
          <Button look="solid" onClick={onClose}>
            {t('done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            {found && (
              <Button look="solid" disabled={isBusy || chosen === 0} onClick={() => void add()}>
                {isBusy ? t('importing') : t(isOnServer ? 'importToServer' : 'importHere', { count: items.length })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {mistake && (
          <p role="alert" className="flex items-start gap-2 text-sm text-error">
            <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
            {mistake}
          </p>
        )}
        {!found && (
          <>
            <p>{t('importText')}</p>
            <FilePicker
              input={chooser}
              label={t('chooseBackup')}
              accept=".json,.txt,.yaml,.yml,.zip"
              data-testid="backup"
              onPick={([file]) => file && void read(backupOfFile(file))}
            />
            <div>
              <Button icon="upload" disabled={isBusy} data-autofocus onClick={() => chooser.current?.click()}>
                {t(isBusy ? 'readingBackup' : 'chooseBackup')}
              </Button>
            </div>
            <form
              className="flex flex-col items-start gap-2 border-t border-line pt-4"
              onSubmit={(event) => {
                event.preventDefault()
                void read(importOfAddress(address))
              }}
            >
              <Field label={t('importAddress')} hint={t('importAddressHint')} className="w-full">
                {(control) => (
                  <Textarea
                    {...control}
                    rows={3}
                    className="font-mono text-xs break-all"
                    data-testid="old-address"
                    value={address}
                    onChange={(event) => setAddress(event.target.value)}
                  />
                )}
              </Field>
              <Button type="submit" disabled={isBusy || address.trim() === ''}>
                {t('readAddress')}
              </Button>
            </form>
          </>
        )}
        {found && !added && (
          <>
            <p>{t(`importFrom.${found.from}`, { items: found.items.length, left: found.left.length })}</p>
            {stores.length > 1 && (
              <RadioCards
                legend={t('keptWhere')}
                value={store.place}
                className="grid gap-2 sm:grid-cols-2"
                cards={stores.map(({ place }) => ({
                  value: place,
                  label: t(`place.${place}`),
                  note: t(`placeNote.${place}`),
                }))}
                onChange={(place) => setStore(stores.find((one) => one.place === place) ?? stores[0])}
              />
            )}
            {found.items.length > 0 && (
              <Part title={t('tab.items')}>
                {found.items.map((item) => (
                  <li key={item.key}>
                    <Checkbox checked={!dropped.has(`item ${item.key}`)} onChange={toggle(`item ${item.key}`)}>
                      {item.name} <span className="text-muted">{hostIn(item.body) ?? t('kind.links')}</span>
                    </Checkbox>
                    <Notes notes={item.notes} />
                  </li>
                ))}
              </Part>
            )}
            {found.recipes.length > 0 && (
              <Part title={t('importRecipes')}>
                {!isOnServer && <li className="text-muted">{t('importRecipesHere')}</li>}
                {found.recipes.map((recipe) => (
                  <li key={recipe.name}>
                    <Checkbox
                      checked={isOnServer && !dropped.has(`recipe ${recipe.name}`)}
                      disabled={!isOnServer}
                      onChange={toggle(`recipe ${recipe.name}`)}
                    >
                      {recipe.name}{' '}
                      <span className="text-muted">
                        {recipe.config
                          ? t('asItIs')
                          : t('importRecipe', { items: recipe.items.length, steps: recipe.steps.length })}
                      </span>
                    </Checkbox>
                    <Notes notes={recipe.notes} />
                  </li>
                ))}
              </Part>
            )}
            {(found.left.length > 0 || found.secrets > 0) && (
              <Part title={t('importLeft')}>
                {found.secrets > 0 && <li>{t('importSecrets', { count: found.secrets })}</li>}
                {found.left.map(({ kind, name, code, at }, index) => (
                  <li key={index}>
                    {t(`importKind.${kind}`)} {name}
                    <span className="text-muted">
                      {t('colon')}
                      {t(`importNote.${code}`, { word: at ?? '' })}
                    </span>
                  </li>
                ))}
              </Part>
            )}
          </>
        )}
        {added && <Added added={added} />}
      </div>
    </Dialog>
  )
}

/** A name there may have signs that no file has. */
const publish = ({ name, ...body }: Parameters<typeof call<'POST /api/outputs'>>[1]['body']) =>
  call('POST /api/outputs', { body: { name: name.replaceAll(/[/\\]/g, '-'), ...body }, quiet: true })

/** Of an address its host alone: the rest may be a token. */
function hostIn(body: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(body) && URL.canParse(body) ? new URL(body).host : undefined
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
      <ul className="flex flex-col gap-1 text-sm">{children}</ul>
    </section>
  )
}

/** What of a source or a recipe is not as it was. */
function Notes({ notes }: { notes: readonly ImportNote[] }) {
  const t = useTranslations('subscribe')
  if (notes.length === 0) return null
  return (
    <ul className="ml-6 text-xs text-warning">
      {notes.map(({ code, at }, index) => (
        <li key={index}>{t(`importNote.${code}`, { word: at ?? '' })}</li>
      ))}
    </ul>
  )
}

/** What came of it, with the old addresses of devices beside what they ask from now on. */
function Added({ added }: { added: AddedImport }) {
  const t = useTranslations('subscribe')
  const failureOf = useFailureWords()
  const locale = useRouteLocale()
  const words = useRefusalWords()
  return (
    <>
      <p role="status">{t('importDone', { items: added.items.length, outputs: added.outputs.length })}</p>
      {added.failed.length > 0 && (
        <Part title={t('importFailed')}>
          {added.failed.map(({ name, error }, index) => (
            <li key={index} className="text-error">
              {name}
              {t('colon')}
              {words(error) ?? failureOf(error).text}
            </li>
          ))}
        </Part>
      )}
      {added.outputs.length > 0 && (
        <Part title={t('importLinks')}>
          {added.outputs.map(({ id, name, oldPath }) => (
            <li key={id}>
              <code className="text-xs text-muted">…{oldPath}</code> →{' '}
              <Link to={localizedPath(locale, `/subscribe/${id}`)} className="text-link-plain target">
                {name}
              </Link>
            </li>
          ))}
        </Part>
      )}
    </>
  )
}
