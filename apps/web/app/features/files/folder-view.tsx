import type { Bucket } from '@switchyard/contract'
import type { FileChange, FileEntry, GitRepository } from '@switchyard/git-hosts'
import { folderOf, nameOf } from '@switchyard/git-hosts/writes'
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { queryOfFile } from '../../components/file-save/file-address.ts'
import { freeName } from '../../components/places/free-name.ts'
import type { FileAddress, FileSpace } from '../../components/places/place.ts'
import { handedOver, takeHandedOver } from '../../components/handover/handover.ts'
import { localizedPath } from '../../lib/locale.ts'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { saveFile } from '../../lib/save-file.ts'
import { isTextField } from '../../lib/shortcuts.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useKeyGroup, usePageActions } from '../../lib/page-actions.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { useStar } from '../../components/favourites/use-star.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { Pending } from '../../ui/pending.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { NOTHING_CHOSEN, stillThere } from './chosen-files.ts'
import { droppedFiles, type GivenFile, givenFiles } from './dropped-files.ts'
import { FailureNote } from './failure-note.tsx'
import { isObject } from './file-endings.ts'
import { commitMessage } from '../../components/git-accounts/commit-message.ts'
import { copies, datesOf, filesIn, folderParts, keptContents, moveAll, newFolder, publicAddress, removeAll, restorations } from './file-changes.ts' // oxfmt-ignore
import { FileList } from './file-list.tsx'
import { PLACEHOLDER, shownPathOf } from './file-names.ts'
import { joined, queryOfFolder } from './folder-address.ts'
import { FolderTrail } from './folder-trail.tsx'
import { LastChanges } from './last-changes.ts'
import { listedFiles, type Order } from './listed-files.ts'
import { useChanges } from './use-changes.ts'
import type { FilePlace } from './use-file-places.ts'
import type { GoTo } from './use-folder-address.ts'
import { UploadQueue } from './upload-queue.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'

const NameDialog = lazyPart(() => import('./file-dialogs.ts').then((part) => part.NameDialog))
const MoveDialog = lazyPart(() => import('./file-dialogs.ts').then((part) => part.MoveDialog))
const DeleteDialog = lazyPart(() => import('./file-dialogs.ts').then((part) => part.DeleteDialog))
const UploadDialog = lazyPart(() => import('./file-dialogs.ts').then((part) => part.UploadDialog))
const UploadPanel = lazyPart(() => import('./file-dialogs.ts').then((part) => part.UploadPanel))
const QuickOpen = lazyPart(() => import('./file-dialogs.ts').then((part) => part.QuickOpen))
const PreviewPane = lazyPart(() => import('./preview-pane.tsx').then((part) => part.PreviewPane))
const ShareDialog = lazyPart(() => import('../../components/storage/share-dialog.tsx').then((part) => part.ShareDialog))
const HistoryWindow = lazyPart(() =>
  import('../../components/file-history/history-window.tsx').then((part) => part.HistoryWindow),
)

const CommitsWindow = lazyPart(() =>
  import('../../components/file-history/commits-window.tsx').then((part) => part.CommitsWindow),
)

/** A list of a hundred entries a part: longer folders say that there is more. */
const PARTS_MAX = 10
const EDITOR = '/file-edit'
const OBJECT_EDITOR = '/object-edit'

/** What the list hears, as it is listed under `?`. */
const LIST_KEYS = [
  ['enter', 'open'],
  ['backspace', 'up'],
  ['f2', 'rename'],
  ['delete', 'delete'],
  ['mod+v', 'paste'],
  ['mod+a', 'all'],
] as const

type Open =
  | { kind: 'file'; text: string }
  | { kind: 'folder' | 'quick' }
  | { kind: 'rename' | 'share'; entry: FileEntry }
  | { kind: 'history' | 'commits'; path: string }
  | { kind: 'move' | 'delete'; entries: readonly FileEntry[] }
  | { kind: 'upload'; files: readonly GivenFile[] }

interface Props {
  at: FilePlace
  address: FileAddress
  go: GoTo
  repository: GitRepository | undefined
  bucket?: Bucket
  isProtected: boolean
  /** Something is other than it was: the room that is left may be too. */
  onChanged?: () => void
}

/** One folder: its files, what is done with them, and the ways in and out. */
export function FolderView({ at, address, go, repository, bucket, isProtected, onChanged }: Props) {
  const t = useTranslations('files')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const star = useStar()
  const isOnline = useOnline()
  const { place } = at
  const { root, ref, path: folder } = address
  const space = useMemo(() => place.space(root, ref), [place, root, ref])
  const spaceKey = `${place.id} ${root} ${ref}`
  const listed = useLoaded(`files ${spaceKey} ${folder}`, () => folderParts(space, folder, PARTS_MAX))
  const { reload } = listed
  const changes = useMemo(() => new LastChanges(space), [space])
  const known = useStore(changes.known)
  const [state, setState] = useState(NOTHING_CHOSEN)
  const [order, setOrder] = useState<Order>({ by: 'name', isDown: false })
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Open>()
  const [shownPath, setShownPath] = useState<string>()
  const [queue, setQueue] = useState<UploadQueue>()
  const done = useCallback(() => {
    changes.forget([...changes.known.get().keys()])
    reload()
    onChanged?.()
  }, [changes, reload, onChanged])
  const work = useChanges(space, done)

  const entries = useMemo(() => listed.data?.entries ?? [], [listed.data])
  // A place that has no history may list when its files were changed.
  const changed = useMemo(() => (space.history ? known : datesOf(entries)), [space, known, entries])
  const rows = useMemo(
    () => listedFiles(entries, { text, order, locale, changed }),
    [entries, text, order, locale, changed],
  )
  const taken = useMemo(() => new Set(entries.map(({ name }) => name)), [entries])
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const paths = rows.map(({ path }) => path)
    setState((known) => stillThere(known, before.current, paths))
    before.current = paths
  }, [rows])

  // This device is there without a network.
  const isOffline = place.kind !== 'device' && !isOnline
  const isReadOnly = repository?.canWrite === false || isProtected || isOffline
  const isPublic = repository?.isPrivate === false || bucket?.permission === 'public-read'
  const chosen = rows.filter(({ path }) => state.chosen.has(path))
  const shown = shownPath === undefined ? undefined : entries.find(({ path }) => path === shownPath)
  const hrefOf = (path: string) => queryOfFolder({ ...address, path })
  const goTo = (path: string) => {
    setText('')
    go({ ...address, path })
  }
  /** By keys: the list of the next folder has the focus again. */
  const takesFocus = useRef(false)
  const stepTo = (path: string) => {
    takesFocus.current = true
    goTo(path)
  }
  const rootName = root === '' ? t('device') : root
  const close = () => setOpen(undefined)
  const commit = at.account?.commitMessage
  /** As the person of the account says it, else in words of git. */
  const messageOf = (usual: string, path: string) => (commit ? commitMessage(commit, path) : usual)

  const edit = (entry: FileEntry, editor = EDITOR) => {
    if (entry.kind === 'folder') return stepTo(entry.path)
    void navigate(`${localizedPath(locale, editor)}?${queryOfFile({ ...address, path: entry.path })}`)
  }
  const show = (entry: FileEntry) => {
    setState((known) => ({ ...known, chosen: new Set([entry.path]), active: entry.path, anchor: entry.path }))
    setShownPath(entry.path)
  }

  const upload = async (files: readonly GivenFile[], message: string) => {
    const next = new UploadQueue(space, message)
    setQueue(next)
    await next.add(files.map(({ path, file }) => ({ path: joined(folder, path), file })))
    done()
  }
  const given = (files: readonly GivenFile[]) => {
    if (files.length === 0 || isReadOnly) return
    // Nobody else sees it, and nobody is told why.
    if (place.kind !== 'git' && !isPublic) void upload(files, t('commit.upload', { n: files.length }))
    else setOpen({ kind: 'upload', files })
  }
  const newFile = (body: string) => !isReadOnly && setOpen({ kind: 'file', text: body })

  const isDropping = useFileDrop({
    onFiles: (_, data) => void droppedFiles(data).then(given),
    onText: newFile,
    isOff: () => isReadOnly || isModalOpen(),
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isModalOpen() || event.defaultPrevented || isTextField(event.target) || isReadOnly) return
    const files = [...(event.clipboardData?.files ?? [])]
    const body = event.clipboardData?.getData('text') ?? ''
    if (files.length === 0 && body === '') return
    event.preventDefault()
    if (files.length > 0) given(givenFiles(files))
    else newFile(body)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const create = (name: string, body: string, message: string) => {
    const path = joined(folder, name)
    const bytes = new TextEncoder().encode(body)
    void work.write(message, [{ kind: 'create', path, bytes }]).then((isMade) => isMade && setShownPath(path))
  }
  const makeFolder = (path: string, message: string) =>
    void (space.folders ? work.run(async () => space.folders?.make(path)) : work.write(message, [newFolder(path)]))
  // What the window for new things has handed over is made in the folder that is shown.
  const { key } = useLocation()
  const isListed = listed.data !== undefined
  const make = useEffectEvent(() => {
    const wanted = handedOver()?.makes
    if (!wanted || !isListed || isReadOnly) return
    takeHandedOver()
    const path = joined(folder, freeName(wanted.name, taken))
    const message = messageOf(t('commit.create', { path }), path)
    if (wanted.kind === 'folder') makeFolder(path, message)
    else create(nameOf(path), wanted.text, message)
  })
  useEffect(() => make(), [key, isListed])

  const remove = async (gone: readonly FileEntry[], message: string) => {
    let restoring: ((all: FileSpace) => Promise<FileChange[]>) | undefined
    const isGone = await work.run(async (all) => {
      const files = await filesIn(all, gone)
      const kept = all.readAt ? undefined : await keptContents(all, files)
      const { commit } = await removeAll(all, gone, files, message)
      restoring = kept ? () => Promise.resolve(kept) : all.readAt && ((now) => restorations(now, files, commit))
    })
    if (!isGone) return
    setShownPath(undefined)
    const undo = restoring && (() => void work.write(t('commit.restore', { path: gone[0]!.path }), restoring!))
    showToast({
      kind: 'undo',
      text: t('deleted', { n: gone.length, name: gone[0]!.name }),
      ...(undo ? { action: { label: t('undo'), run: undo } } : {}),
    })
  }
  const askDelete = (gone: readonly FileEntry[]) => {
    if (isReadOnly || gone.length === 0) return
    // On this device nobody else sees it, and it comes back by one press.
    if (place.kind === 'device') void remove(gone, t('commit.delete', { path: gone[0]!.path }))
    else setOpen({ kind: 'delete', entries: gone })
  }
  const move = async (moved: readonly FileEntry[], pathOf: (entry: FileEntry) => string, message: string) => {
    const isMoved = await work.run((all) => moveAll(all, moved, pathOf, message))
    if (!isMoved) return
    setShownPath(undefined)
    const paths = moved.map(pathOf)
    // Those that are still in this folder stay chosen under their new names.
    setState({ chosen: new Set(paths), active: paths[0], anchor: paths[0] })
  }
  const duplicate = (copied: readonly FileEntry[]) => {
    const names = new Set(taken)
    const pathOf = new Map(
      copied.map((entry) => {
        const name = freeName(entry.name, names)
        names.add(name)
        return [entry, joined(folderOf(entry.path), name)]
      }),
    )
    void work.write(messageOf(t('commit.copy', { path: copied[0]!.path }), copied[0]!.path), async (all) =>
      copies(all, copied, await filesIn(all, copied), (entry) => pathOf.get(entry)!),
    )
  }
  const download = (entry: FileEntry) =>
    void work.run(async () => saveFile(new Blob([(await space.read(entry.path)).bytes]), entry.name))
  const zip = (packed: readonly FileEntry[]) =>
    void work.run(async () => {
      const files = (await filesIn(space, packed)).filter(({ name }) => name !== PLACEHOLDER)
      const { zipFiles } = await import('../../components/places/zip-files.ts')
      const read: { path: string; bytes: Uint8Array }[] = []
      for (const { path } of files)
        read.push({ path: folder === '' ? path : path.slice(folder.length + 1), bytes: (await space.read(path)).bytes })
      const name = packed.length === 1 ? packed[0]!.name : nameOf(folder) || nameOf(root) || place.id
      saveFile(await zipFiles(read), `${name}.zip`)
    })
  const addressOf = bucket?.url ? (path: string) => publicAddress(bucket.url!, path) : space.address?.bind(space)
  const copyAddress = (entry: FileEntry) => {
    if (!addressOf) return
    if (!isPublic) return void showToast({ kind: 'info', text: t('privateAddress'), timeMs: 10_000 })
    void copyText(addressOf(entry.path)).then(() => showToast({ kind: 'success', text: t('addressCopied') }))
  }
  const starFile = (entry: FileEntry) =>
    void star({
      kind: 'file',
      id: `${spaceKey} ${entry.path}`,
      name: entry.name,
      data: `${EDITOR}?${queryOfFile({ ...address, path: entry.path })}`,
    })
  const restore = (path: string, id: string) =>
    void work.run(async () => {
      const { restoreVersion } = await import('../../components/file-history/restore-version.ts')
      const made = await restoreVersion(space, path, id, messageOf(t('commit.restore', { path }), path))
      showToast({ kind: 'success', text: t(made ? 'restored' : 'restoredSame', { name: nameOf(path) }) })
    })

  const item = (id: string, icon: Extract<MenuEntry, { onSelect: unknown }>['icon'], onSelect: () => void, more = {}) =>
    // Each id is a word of the menu.
    ({ id, label: t(`menu.${id}` as 'menu.open'), ...(icon && { icon }), onSelect, ...more })
  const menuOf = (entry: FileEntry): MenuEntry[] => {
    const many = state.chosen.size > 1 && state.chosen.has(entry.path) ? chosen : [entry]
    const isFile = entry.kind !== 'folder'
    const isOne = many.length === 1
    const locked = { disabled: isReadOnly }
    return [
      ...(isOne ? [item('open', isFile ? 'square-pen' : 'folder', () => edit(entry), { keys: 'enter' })] : []),
      ...(isOne && isObject(entry) ? [item('object', 'list', () => edit(entry, OBJECT_EDITOR))] : []),
      ...(isOne && isFile ? [item('preview', 'eye', () => show(entry))] : []),
      ...(isOne && isFile ? [item('star', 'star', () => starFile(entry))] : []),
      ...(isOne ? ['separator' as const] : []),
      ...(isOne ? [item('rename', 'pencil', () => setOpen({ kind: 'rename', entry }), { keys: 'f2', ...locked })] : []),
      item('move', 'arrow-right', () => setOpen({ kind: 'move', entries: many }), locked),
      item('duplicate', 'copy-plus', () => duplicate(many), locked),
      'separator',
      ...(isOne && isFile ? [item('download', 'download', () => download(entry))] : []),
      item('zip', 'hard-drive-download', () => zip(many)),
      ...(isOne && isFile && bucket ? [item('share', 'users', () => setOpen({ kind: 'share', entry }))] : []),
      ...(isOne && isFile && addressOf ? [item('address', 'link', () => copyAddress(entry))] : []),
      ...(isOne && space.history
        ? [item('history', 'history', () => setOpen({ kind: isFile ? 'history' : 'commits', path: entry.path }))]
        : []),
      'separator',
      item('delete', 'trash-2', () => askDelete(many), { keys: 'delete', danger: true, ...locked }),
    ]
  }

  const filter = useRef<HTMLInputElement>(null)
  const actions = useMemo(
    () => [
      { id: 'files-filter', label: t('filter'), keywords: 'filter shaixuan sx', keys: '/', run: () => filter.current?.focus() },
      { id: 'files-quick', label: t('quickOpen'), keywords: 'quick open kuaisu dakai ksdk', keys: 'mod+p', run: () => setOpen({ kind: 'quick' }) },
      { id: 'files-new', label: t('newFile'), keywords: 'new file xinjian wenjian xjwj', run: () => setOpen({ kind: 'file', text: '' }) },
    ], // oxfmt-ignore
    [t],
  )
  usePageActions(actions)
  const keys = useMemo(
    () => ({ name: t('list'), rows: LIST_KEYS.map(([keys, word]) => ({ keys, label: t(`key.${word}`) })) }),
    [t],
  )
  useKeyGroup(keys)

  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  useEffect(() => folderPicker.current?.setAttribute('webkitdirectory', ''), [])
  const pasteFile = async () => {
    const body = await readClipboard()
    if (body?.trim()) newFile(body)
    else showToast({ kind: 'info', text: t(body === undefined ? 'pasteRefused' : 'pasteEmpty') })
  }
  const newItems: MenuEntry[] = [
    item('newFile', 'file-text', () => newFile('')),
    item('newFolder', 'folder', () => setOpen({ kind: 'folder' })),
    'separator',
    { id: 'upload', icon: 'upload', label: t('menu.upload'), onSelect: () => picker.current?.click() },
    { id: 'folder', icon: 'upload', label: t('menu.uploadFolder'), onSelect: () => folderPicker.current?.click() },
    item('paste', 'clipboard-paste', () => void pasteFile(), { keys: 'mod+v' }),
  ]
  const onRest = useCallback((paths: readonly string[]) => space.history && changes.want(paths), [space, changes])
  const nothing = rows.length === 0
  const renderFailure = (error: unknown, retry: () => void) => (
    <FailureNote failure={gitFailureOf(error)} at={at} onRetry={retry} />
  )
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {/* On a phone the root of this device is named above. */}
        <div
          className={`flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 ${place.kind === 'device' && folder === '' ? 'max-lg:hidden' : ''}`}
        >
          <FolderTrail root={rootName} path={folder} hrefOf={hrefOf} onGo={goTo} />
          {isPublic && repository && <Badge tone="quiet">{t('publicRepository')}</Badge>}
          {isReadOnly && (
            <Badge icon="lock">{t(isOffline ? 'offline' : isProtected ? 'protectedBranch' : 'readOnly')}</Badge>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
          <SearchInput
            ref={filter}
            label={t('filter')}
            value={text}
            className="w-auto min-w-28 flex-1 sm:max-w-56"
            onChange={setText}
          />
          <span className="ml-auto flex items-center gap-1">
            <IconButton icon="search" label={t('quickOpen')} keys="mod+p" onClick={() => setOpen({ kind: 'quick' })} />
            {space.history && (
              <IconButton
                icon="history"
                label={t('folderHistory')}
                onClick={() => setOpen({ kind: 'commits', path: folder })}
              />
            )}
            <IconButton icon="refresh-cw" label={t('reload')} onClick={done} />
            {isReadOnly ? (
              <Button icon="plus" disabled>
                {t('new')}
              </Button>
            ) : (
              <Menu
                label={t('new')}
                align="end"
                items={newItems}
                trigger={
                  <Button look="solid" icon="plus">
                    {t('new')}
                  </Button>
                }
              />
            )}
          </span>
        </div>
        {work.failed && (
          <FailureNote failure={work.failed.failure} at={at} onRetry={work.failed.retry} onClose={work.close} />
        )}
        {listed.error !== undefined ? (
          <>
            <FailureNote failure={gitFailureOf(listed.error)} at={at} onRetry={reload} />
            {folder !== '' && (
              <Button className="m-4 self-start" icon="arrow-up" onClick={() => goTo('')}>
                {t('toRoot')}
              </Button>
            )}
          </>
        ) : !listed.data ? (
          <Pending />
        ) : nothing && text === '' ? (
          <div className="flex-1 overflow-y-auto">
            <EmptyState icon="folder" title={t('emptyTitle')} text={t(isReadOnly ? 'emptyReadOnly' : 'emptyText')}>
              {!isReadOnly && (
                <>
                  <Button look="solid" icon="upload" onClick={() => picker.current?.click()}>
                    {t('menu.upload')}
                  </Button>
                  <Button icon="file-text" onClick={() => newFile('')}>
                    {t('newFile')}
                  </Button>
                </>
              )}
            </EmptyState>
          </div>
        ) : nothing ? (
          <EmptyState icon="filter" text={t('noneFound', { value: text })}>
            <Button onClick={() => setText('')}>{t('clearFilter')}</Button>
          </EmptyState>
        ) : (
          <FileList
            key={`${spaceKey} ${folder}`}
            label={t('filesOf', { name: nameOf(folder) || rootName })}
            rows={rows}
            state={state}
            onState={(next) => {
              setState(next)
              // What is shown follows the row with the focus.
              if (shown && next.active !== undefined) setShownPath(next.active)
            }}
            order={order}
            onOrder={setOrder}
            changed={changed}
            hasCommits={space.history !== undefined}
            onRest={onRest}
            hrefOf={hrefOf}
            onShow={show}
            onOpen={edit}
            menuOf={menuOf}
            onRename={(entry) => !isReadOnly && setOpen({ kind: 'rename', entry })}
            onDelete={() => askDelete(chosen)}
            onUp={() => folder !== '' && stepTo(folderOf(folder))}
            takesFocus={takesFocus}
          />
        )}
        {listed.data?.isPart && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-2 border-t border-line bg-warning-soft px-3 py-2 text-sm"
          >
            <span className="min-w-0 flex-1">
              {t(listed.data.error === undefined ? 'partOf' : 'partFailed', { n: entries.length })}
            </span>
            {listed.data.error !== undefined && (
              <Button size="small" icon="refresh-cw" onClick={reload}>
                {t('again')}
              </Button>
            )}
          </div>
        )}
        {chosen.length > 0 && (
          <div
            className="flex flex-wrap items-center gap-2 border-t border-line bg-selected px-3 py-1.5 text-sm"
            data-testid="chosen"
          >
            <span role="status" className="font-medium">
              {t('chosen', { n: chosen.length })}
            </span>
            <span className="ml-auto flex flex-wrap gap-1">
              <Button
                size="small"
                icon="arrow-right"
                disabled={isReadOnly}
                onClick={() => setOpen({ kind: 'move', entries: chosen })}
              >
                {t('menu.move')}
              </Button>
              <Button size="small" icon="hard-drive-download" onClick={() => zip(chosen)}>
                {t('menu.zip')}
              </Button>
              <Button size="small" look="danger" icon="trash-2" disabled={isReadOnly} onClick={() => askDelete(chosen)}>
                {t('menu.delete')}
              </Button>
              <IconButton icon="x" size="small" label={t('chooseNone')} onClick={() => setState(NOTHING_CHOSEN)} />
            </span>
          </div>
        )}
        <Suspense>
          {queue && <UploadPanel at={at} queue={queue} onDone={done} onClose={() => setQueue(undefined)} />}
        </Suspense>
      </div>
      <Suspense>
        {shown && shown.kind !== 'folder' && (
          <PreviewPane
            at={at}
            space={space}
            spaceKey={spaceKey}
            entry={shown}
            onClose={() => setShownPath(undefined)}
            actions={
              <>
                <Button size="small" look="solid" icon="square-pen" onClick={() => edit(shown)}>
                  {t('menu.edit')}
                </Button>
                <Button size="small" icon="download" onClick={() => download(shown)}>
                  {t('menu.download')}
                </Button>
                {bucket && (
                  <Button size="small" icon="users" onClick={() => setOpen({ kind: 'share', entry: shown })}>
                    {t('menu.share')}
                  </Button>
                )}
                {space.history && (
                  <Button size="small" icon="history" onClick={() => setOpen({ kind: 'history', path: shown.path })}>
                    {t('menu.history')}
                  </Button>
                )}
              </>
            }
          />
        )}
        {open?.kind === 'file' && (
          <NameDialog
            at={at}
            title={t('newFile')}
            apply={t('create')}
            folder={folder}
            initial=""
            taken={taken}
            messageFor={(name) => messageOf(t('commit.create', { path: joined(folder, name) }), joined(folder, name))}
            note={open.text === '' ? undefined : t('withText', { n: open.text.split('\n').length })}
            onName={(name, message) => create(name, open.text, message)}
            onClose={close}
          />
        )}
        {open?.kind === 'folder' && (
          <NameDialog
            at={at}
            title={t('newFolder')}
            apply={t('create')}
            folder={folder}
            initial=""
            taken={taken}
            messageFor={(name) => messageOf(t('commit.create', { path: joined(folder, name) }), joined(folder, name))}
            onName={(name, message) => makeFolder(joined(folder, name), message)}
            onClose={close}
          />
        )}
        {open?.kind === 'rename' && (
          <NameDialog
            at={at}
            title={t('renameTitle', { name: open.entry.name })}
            apply={t('menu.rename')}
            folder={folder}
            initial={open.entry.name}
            taken={taken}
            messageFor={(name) =>
              messageOf(t('commit.rename', { name: open.entry.name, value: name }), joined(folder, name))
            }
            onName={(name, message) => void move([open.entry], () => joined(folder, name), message)}
            onClose={close}
          />
        )}
        {open?.kind === 'move' && (
          <MoveDialog
            at={at}
            space={space}
            spaceKey={spaceKey}
            root={rootName}
            entries={open.entries}
            from={folder}
            messageFor={(to) => messageOf(t('commit.move', { path: open.entries[0]!.path, place: to || '/' }), to)}
            onMove={(to, message) => void move(open.entries, ({ name }) => joined(to, name), message)}
            onClose={close}
          />
        )}
        {open?.kind === 'delete' && (
          <DeleteDialog
            at={at}
            entries={open.entries}
            initial={messageOf(t('commit.delete', { path: open.entries[0]!.path }), open.entries[0]!.path)}
            onDelete={(message) => void remove(open.entries, message)}
            onClose={close}
          />
        )}
        {open?.kind === 'upload' && (
          <UploadDialog
            at={at}
            files={open.files}
            folder={folder}
            isPublic={isPublic}
            initial={messageOf(t('commit.upload', { n: open.files.length }), folder)}
            onUpload={(message) => void upload(open.files, message)}
            onClose={close}
          />
        )}
        {open?.kind === 'quick' && (
          <QuickOpen
            space={space}
            spaceKey={spaceKey}
            onOpen={(path) => {
              if (folderOf(path) !== folder) goTo(folderOf(path))
              setShownPath(path)
            }}
            onClose={close}
          />
        )}
        {open?.kind === 'share' && bucket && (
          <ShareDialog place={place} bucket={bucket.name} path={open.entry.path} onChanged={done} onClose={close} />
        )}
        {open?.kind === 'history' && (
          <HistoryWindow
            space={space}
            spaceKey={spaceKey}
            path={open.path}
            onRestore={isReadOnly ? undefined : (id) => restore(open.path, id)}
            renderFailure={renderFailure}
            onClose={close}
          />
        )}
        {open?.kind === 'commits' && (
          <CommitsWindow
            space={space}
            spaceKey={spaceKey}
            path={open.path}
            name={nameOf(open.path) || rootName}
            shownAs={shownPathOf}
            onFile={(path) => setOpen({ kind: 'history', path })}
            renderFailure={renderFailure}
            onClose={close}
          />
        )}
      </Suspense>
      <FilePicker input={picker} multiple onPick={(files) => given(givenFiles(files))} data-testid="upload-files" />
      <FilePicker
        input={folderPicker}
        multiple
        onPick={(files) => given(givenFiles(files))}
        data-testid="upload-folder"
      />
      {isDropping && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium">
          {t('drop', { path: folder === '' ? rootName : folder })}
        </div>
      )}
    </div>
  )
}
