import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import type { OutputId } from '@switchyard/recipe/model'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { call } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { failureData } from '../api-call/api-failure.ts'
import { ConflictDialog } from '../api-call/conflict-dialog.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { useSubmit } from '../api-call/use-submit.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { uiSettings } from '../kept-settings/ui-settings.ts'
import { reload } from '../../lib/loaded-store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { AddressView } from './address-view.tsx'
import { useClientName } from './client-name.ts'
import type { GitPublishDialog as GitDialog } from './git-publish-dialog.tsx'
import {
  chosenPositions,
  nameBy,
  USUAL_GIT_POSITION,
  USUAL_POSITIONS,
  USUAL_STORAGE_POSITION,
  type Position,
} from './positions.ts'

const GitPublishDialog = lazyPart(async () => (await import('./git-publish-dialog.tsx')).GitPublishDialog)
const StoragePublishDialog = lazyPart(async () => (await import('./storage-publish-dialog.tsx')).StoragePublishDialog)
type GitPublishProps = Parameters<typeof GitDialog>[0]

/** A config of a person's own that is served as it is. */
export interface PublishedText {
  kind: 'text'
  text: string
  client: string
}

/** What is published: the file of a recipe, which of its sources are kept items, and the client it is made for first. */
export interface PublishedRecipe {
  recipe: string
  items: Record<string, string>
  client: string
}

type Output = DataOf<'GET /api/outputs/:output'>
/** What may be updated. */
export type Offered = Pick<Output, 'id' | 'name' | 'revision'>

/** A file is called as its subscription is. */
const USUAL_PATTERN = '{name}'
const NEW = ''
/** As the server takes them. */
const FILE_NAME_MAX = 64

interface Props {
  /** What it is called, where that is known already. */
  name: string
  /** What it is made for first. */
  client: OutputId
  /** Only what is of its kind is updated. */
  kind: Output['kind']
  /** What goes to the server with the button. */
  note: ReactNode
  /** What else is said of it, by what it updates; absent: that each client gets its own format. */
  renderAbout?: (into: Offered | undefined) => ReactNode
  /** It is not known yet whether it is right. */
  isHeld?: boolean
  /** It was found wrong: the button says that it is published anyway. */
  isDoubtful?: boolean
  /** Made when it is sent: until then nothing leaves the page. */
  content: () => Promise<PublishedRecipe | PublishedText>
  /** What the work was opened to change: it is offered first, and the change is made on its revision. */
  over?: Offered | undefined
  onSaved?: (output: Output) => void
  /** What was published elsewhere meanwhile is to take the place of the work. */
  onTakeTheirs?: (theirs: Output) => void
  onClose: () => void
  /** Saves it as a file in place of that; absent where there is none. */
  onDownload?: (pattern: string) => void
  /** What such a file is called. */
  fileNameOf?: (pattern: string) => string
  /** What would stand in a repository or bucket; absent where it is put into none. */
  file?: GitPublishProps['file']
  /** It is published, and the address was seen. */
  onPublished?: () => void
}

/** Makes an address of a conversion that clients fetch, or gives an address that there is a new conversion. */
export function PublishDialog(props: Props) {
  const {
    name: given,
    client,
    kind,
    note,
    renderAbout,
    isHeld = false,
    isDoubtful = false,
    content,
    over,
    onSaved,
    onTakeTheirs,
    onClose,
    onDownload,
    fileNameOf,
    file,
    onPublished,
  } = props
  const t = useTranslations('publish')
  const locale = useRouteLocale()
  const format = useFormatter()
  const [name, setName] = useState(given)
  const [into, setInto] = useState(over?.id ?? NEW)
  const [made, setMade] = useState<Output>()
  const [theirs, setTheirs] = useState<Output>()
  const { isBusy, failure, submit } = useSubmit()
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  const outputs = useApi('GET /api/outputs', {}, isSignedIn)
  const known = outputs.data?.outputs.filter((output) => output.kind === kind) ?? []
  const positions = chosenPositions(useStore(uiSettings).positions)
  const isFile = file !== undefined
  const ways = { hosted: true, download: onDownload !== undefined, git: isFile, storage: isFile }
  const offered = [
    ...positions,
    ...[USUAL_STORAGE_POSITION, USUAL_GIT_POSITION].filter(
      (usual) => !positions.some(({ place }) => place === usual.place),
    ),
  ].filter(({ place }) => ways[place])
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      // A work that was opened to change what is published goes there again.
      offered.findIndex(({ place, isDefault }) =>
        isSignedIn ? (over ? place === 'hosted' : isDefault) : place === 'git',
      ),
    ),
  )
  // Who chose downloads alone can still publish.
  const position = offered[chosen] ?? USUAL_POSITIONS[0]!
  const target = into === over?.id ? over : known.find(({ id }) => id === into)
  const isDownload = position.place === 'download' && onDownload !== undefined

  const clientName = useClientName()
  const [today] = useState(() => isoDay(new Date()).replaceAll('-', ''))
  const partsOf = (name: string) => ({ name, client, date: today })
  /** A place with the name that a file gets there. */
  const wordOf = ({ place, pattern, git, storage }: Position) => {
    if (place === 'download') return t('place.download', { file: fileNameOf?.(pattern) ?? '' })
    if (place === 'git') return git?.repository ? t('place.gitIn', { name: git.repository }) : t('place.git')
    if (place === 'storage')
      return storage?.bucket ? t('place.storageIn', { name: storage.bucket }) : t('place.storage')
    if (pattern === USUAL_PATTERN) return t('place.hosted')
    return t('place.hostedAs', { file: nameBy(pattern, partsOf(name.trim() || t('sampleName'))) })
  }
  const keep = (output: Output) => {
    onSaved?.(output)
    reload('GET /api/outputs')
    setTheirs(undefined)
    setMade(output)
  }
  const publish = async (old: Pick<Output, 'id' | 'revision'> | undefined) => {
    if (!old && name.trim() === '') return
    await submit(async () => {
      const made = await content()
      if (!old) {
        const fileName = nameBy(position.pattern, partsOf(name.trim())).slice(0, FILE_NAME_MAX)
        const own = position.pattern === USUAL_PATTERN || fileName === '' ? {} : { fileName }
        return keep(await call('POST /api/outputs', { body: { name: name.trim(), ...own, ...made }, quiet: true }))
      }
      const params = { output: old.id }
      const { kind: _, ...change } = { kind, ...made }
      const body = { revision: old.revision, ...change }
      try {
        keep(await call('PATCH /api/outputs/:output', { params, body, quiet: true }))
      } catch (error) {
        const now = failureData(error)?.current
        if (!now || !('kind' in now && 'addresses' in now)) throw error
        setTheirs(now)
      }
    })
  }

  const words = target ? (isDoubtful ? 'updateAnyway' : 'update') : isDoubtful ? 'publishAnyway' : 'publish'
  const leave = () => {
    onClose()
    onPublished?.()
  }
  const [address] = made?.addresses ?? []
  if (made && address)
    return (
      <Dialog
        open
        size="small"
        title={t('done')}
        onClose={leave}
        data-testid="published"
        footer={
          <>
            <Link to={localizedPath(locale, `/subscribe/${made.id}`)} className={buttonClass()} onClick={onClose}>
              {t('open')}
            </Link>
            <Button look="solid" onClick={leave}>
              {t('close')}
            </Button>
          </>
        }
      >
        <AddressView output={made} address={address.id} />
      </Dialog>
    )
  /** Only our own server asks who it is for. */
  const choose = async (at: number) => {
    const needsThem = offered[at]?.place === 'hosted' && !isSignedIn
    if (!needsThem || (await askToSignIn())) setChosen(at)
  }
  const destination = offered.length > 1 && (
    <Field label={t('destination')}>
      {(control) => (
        <Select
          {...control}
          value={String(chosen)}
          choices={offered.map((position, at) => ({ value: String(at), label: wordOf(position) }))}
          onChange={(at) => void choose(Number(at))}
        />
      )}
    </Field>
  )
  if (position.place === 'storage' && file)
    return (
      <Suspense>
        <StoragePublishDialog {...{ name, client, position, destination, file, onClose }} />
      </Suspense>
    )
  if (position.place === 'git' && file)
    return (
      <Suspense>
        <GitPublishDialog
          name={name}
          client={client}
          position={position}
          destination={destination}
          file={file}
          onHosted={toHosted(offered, choose)}
          onClose={onClose}
        />
      </Suspense>
    )
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      dirty={name !== given}
      onClose={onClose}
      data-testid="publish"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look="solid"
            type="submit"
            form="publish"
            disabled={isBusy || (!isDownload && (isHeld || (into === NEW && name.trim() === '')))}
          >
            {isDownload ? t('download') : isBusy ? t('publishing') : t(words, { name: target?.name ?? '' })}
          </Button>
        </>
      }
    >
      <form
        id="publish"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDownload) return void publish(target)
          onClose()
          onDownload(position.pattern)
        }}
      >
        <FormFailure failure={failure} />
        {destination}
        {!isDownload && known.length > 0 && (
          <Field label={t('where')}>
            {(control) => (
              <Select
                {...control}
                value={into}
                choices={[
                  { value: NEW, label: t('asNew') },
                  ...known.map(({ id, name }) => ({ value: id, label: t('into', { name }) })),
                ]}
                onChange={setInto}
              />
            )}
          </Field>
        )}
        {!isDownload && into === NEW && (
          <Field label={t('name')} hint={t('nameHint')}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={64}
                data-autofocus
                placeholder={t('namePlaceholder')}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        {isDownload && <p>{t('downloadNote')}</p>}
        {!isDownload && (
          <>
            {renderAbout ? (
              renderAbout(target)
            ) : (
              <p>{t('everyClient', { clients: OUTPUT_FACTS.map(({ id }) => clientName(id)).join(t('comma')) })}</p>
            )}
            <p className="text-muted">{note}</p>
            <p className="text-muted">{t('whoReads')}</p>
          </>
        )}
      </form>
      {theirs && (
        <ConflictDialog
          isBusy={isBusy}
          rows={[
            {
              label: t('config'),
              theirs: t('configThere', {
                value: String(theirs.version ?? 0),
                time: format.dateTime(theirs.updatedAt, { dateStyle: 'medium', timeStyle: 'short' }),
              }),
              mine: t('configHere'),
            },
          ]}
          onTakeTheirs={() => {
            onTakeTheirs?.(theirs)
            onClose()
          }}
          onKeepMine={() => void publish(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}

/** Goes over to the first address of our server that is offered. */
function toHosted(offered: readonly Position[], choose: (at: number) => Promise<void>): (() => void) | undefined {
  const at = offered.findIndex(({ place }) => place === 'hosted')
  return at === -1 ? undefined : () => void choose(at)
}
