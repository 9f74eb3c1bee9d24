import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import type { FoundImport } from '@switchyard/recipe'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import {
  handedOver,
  handOver,
  takeHandedOver,
  type HandedFile,
  type Handover,
} from '../../components/handover/handover.ts'
import { localizedPath } from '../../lib/locale.ts'
import { randomId } from '../../lib/random-id.ts'
import { saveFile } from '../../lib/save-file.ts'
import { reload } from '../../lib/loaded-store.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { reportNotAsked } from './after-refresh.ts'
import { browserItems, hearOtherTabs } from './browser-items.ts'
import { DeviceHead, LockedItems } from './device-section.tsx'
import { fileOfItems } from './export-items.ts'
import { ItemList } from './item-list.tsx'
import type { Item, ItemRepository } from './item-repository.ts'
import { moveToServer } from './move-to-server.ts'
import { relayed } from './relay-item.ts'
import { serverItems } from './server-items.ts'
import type { Items } from './use-items.ts'
import { useItemWork } from './use-item-submit.ts'
import { useNow } from '../../lib/use-now.ts'

// A first visit opens no window.
const ItemDialog = lazyPart(async () => (await import('./item-dialog.tsx')).ItemDialog)
const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)
const PublishItems = lazyPart(async () => (await import('./publish-items.tsx')).PublishItems)

/** Three buttons with whole words fit one line of a phone if only the first has an icon. */
const SHORT = 'max-sm:[&_svg]:hidden'

const EXPORT_NAME = 'switchyard-subscriptions.json'

interface Props {
  isSignedIn: boolean
  /** Those on the server, and on this device. */
  server: Items
  device: Items
  /** Something was published, and its address seen. */
  onPublished: () => void
}

type Place = ItemRepository['place']

/** Ids of those that are fetched. */
const askable = (items: readonly Item[]) =>
  items.filter(({ kind, archived }) => kind === 'address' && !archived).map(({ id }) => id)

/** The sources that are kept, on this device and on the server: added, refreshed, put together, published alike. */
export function ItemsTab({ isSignedIn, server, device, onPublished }: Props) {
  const t = useTranslations('subscribe')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const now = useNow()
  const lock = useStore(browserItems.lockState, undefined)
  const { failure, submit, clear } = useItemWork()
  const [isBusy, setBusy] = useState(false)
  const [editing, setEditing] = useState<{ item?: Item; given?: Handover['keeps']; place: Place }>()
  const { key } = useLocation()
  // It may come while this page is shown already.
  useEffect(() => {
    const given = handedOver()?.keeps
    if (!given) return
    takeHandedOver()
    setEditing({ given, place: 'device' })
  }, [key])
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [publishing, setPublishing] = useState<readonly Item[]>()
  const [isMoving, setMoving] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [importing, setImporting] = useState<{ given?: FoundImport }>()
  useEffect(hearOtherTabs, [])

  const own = lock === 'locked' ? [] : device.list
  const all = [...server.list, ...own]
  const chosen = all.filter(({ id }) => picked.has(id))
  const isOnServer = (item: Item) => server.list.includes(item)
  const itemsAt = (place: Place): [ItemRepository, Items] =>
    place === 'server' ? [serverItems, server] : [browserItems, device]
  const asking = server.asking.size + device.asking.size
  const places: [Place, ...Place[]] = editing?.item
    ? [editing.place]
    : isSignedIn
      ? lock === 'locked'
        ? ['server']
        : ['server', 'device']
      : ['device']

  const first = isSignedIn ? server : device
  if (first.data === undefined && first.error === undefined) return <p className="text-muted">{t('loading')}</p>
  if (isSignedIn && server.data === undefined) return <LoadFailure error={server.error} onRetry={server.reload} />

  const refreshAll = () =>
    submit(async () => {
      const asked = await Promise.all([server.refresh(askable(server.list)), device.refresh(askable(own))])
      if (!asked.includes(true)) reportNotAsked(t)
    })
  const openInConvert = (items: readonly Item[]) =>
    submit(async () => {
      const files = await Promise.all(
        items.map(async (item): Promise<HandedFile> => {
          const isOfAccount = isOnServer(item)
          const { text } = await (isOfAccount ? serverItems : browserItems).text(item.id)
          return { id: randomId(), name: item.name, text, ...(isOfAccount ? { isOfAccount } : {}) }
        }),
      )
      handOver({ text: '', files })
      await navigate(localizedPath(locale, '/convert'))
    })
  const pick = (id: string, isPicked: boolean) =>
    setPicked(isPicked ? picked.union(new Set([id])) : picked.difference(new Set([id])))
  const relay = (item: Item) =>
    void submit(() => device.refresh([item.id], (id) => browserItems.refreshBy(id, relayed(item))))
  const move = () =>
    submit(async () => {
      setBusy(true)
      const count = await moveToServer(browserItems, serverItems).finally(() => {
        setBusy(false)
        server.reload()
        device.reload()
      })
      showToast({ kind: 'success', text: t('movedToServer', { count }) })
    })
  const listOf = (place: Place) => {
    const [store, items] = itemsAt(place)
    const onEdit = (item: Item) => (clear(), setEditing({ item, place }))
    return (
      <ItemList
        {...{ store, items, now, picked, submit, onEdit }}
        onPick={pick}
        onRelay={relay}
        onOpen={(item) => void openInConvert([item])}
        onPublish={(item) => setPublishing([item])}
      />
    )
  }
  const addItem = () => setEditing({ place: isSignedIn ? 'server' : 'device' })
  // While there is nothing, the empty list itself says what can be done.
  const isEmpty = all.length === 0 && (!isSignedIn || lock !== 'locked')
  const firstSteps = isEmpty && (
    <div className="grid gap-2 sm:grid-cols-2">
      <Button look="solid" icon="plus" data-testid="new-item" onClick={addItem}>
        {t('newItem')}
      </Button>
      <Button icon="upload" onClick={() => setImporting({})}>
        {t('importOthers')}
      </Button>
    </div>
  )

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2 empty:hidden">
        {!isEmpty && (
          <>
            <Button look="solid" icon="plus" data-testid="new-item" onClick={addItem}>
              {t('newItem')}
            </Button>
            <Button icon="upload" className={SHORT} onClick={() => setImporting({})}>
              {t('import')}
            </Button>
          </>
        )}
        {all.some(({ archived }) => !archived) && (
          <Button icon="refresh-cw" className={SHORT} disabled={asking > 0} onClick={() => void refreshAll()}>
            {asking > 0 ? t('refreshing', { count: asking }) : t('refreshAll')}
          </Button>
        )}
        {chosen.length > 0 && (
          <>
            <span className="text-muted">{t('picked', { count: chosen.length })}</span>
            <Button icon="arrow-left-right" onClick={() => void openInConvert(chosen)}>
              {t('openInConvert')}
            </Button>
            {isSignedIn && (
              <Button
                icon="link"
                data-testid="publish-items"
                disabled={!chosen.every(isOnServer)}
                onClick={() => setPublishing(chosen)}
              >
                {t('publish')}
              </Button>
            )}
            {isSignedIn && !chosen.every(isOnServer) && <span className="text-muted">{t('publishNeedsServer')}</span>}
          </>
        )}
      </div>
      {failure && (
        <div className="mb-3">
          <FormFailure failure={failure} />
        </div>
      )}
      {isSignedIn && (
        <section className="mb-6">
          {(own.length > 0 || lock === 'locked') && (
            <h2 className="mb-2 text-sm font-medium text-muted">{t('place.server')}</h2>
          )}
          {server.list.length > 0 ? (
            listOf('server')
          ) : (
            <div className="card">
              <EmptyState icon="rss" title={t('noItems')} text={t('noItemsText')}>
                {firstSteps}
              </EmptyState>
            </div>
          )}
        </section>
      )}
      {(!isSignedIn || own.length > 0 || lock === 'locked') && (
        <section className="mb-6" data-testid="device-items">
          {lock !== undefined && lock !== 'locked' && (own.length > 0 || lock === 'open') && (
            <DeviceHead items={browserItems} lock={lock}>
              {own.length > 0 && (
                <Button icon="download" onClick={() => setExporting(true)}>
                  {t('exportItems')}
                </Button>
              )}
              {isSignedIn && (
                <Button icon="upload" disabled={isBusy} onClick={() => setMoving(true)}>
                  {t('moveToServer')}
                </Button>
              )}
            </DeviceHead>
          )}
          {lock === 'locked' ? (
            <LockedItems items={browserItems} />
          ) : own.length > 0 ? (
            listOf('device')
          ) : device.error === undefined ? (
            <div className="card">
              <EmptyState icon="rss" title={t('noItems')} text={t('noItemsHere')}>
                {firstSteps}
              </EmptyState>
            </div>
          ) : (
            <div className="card">
              <EmptyState icon="circle-alert" text={t('refusal.storage')}>
                <Button onClick={device.reload}>{t('retry')}</Button>
              </EmptyState>
            </div>
          )}
        </section>
      )}
      {!isSignedIn && (
        <div className="card flex flex-wrap items-center justify-between gap-3 p-4">
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="font-semibold">{t('signInTitle')}</h2>
            <p className="text-muted">{t('signInText')}</p>
          </div>
          <Button onClick={() => void askToSignIn()}>{t('signIn')}</Button>
        </div>
      )}
      <Suspense>
        {editing !== undefined && (
          <ItemDialog
            {...(editing.item ? { item: editing.item } : {})}
            given={editing.given}
            names={all
              .filter((item) => !editing.item || isOnServer(item) === (editing.place === 'server'))
              .map(({ name }) => name)}
            places={places}
            onClose={() => setEditing(undefined)}
            {...(editing.item ? { readBody: () => itemsAt(editing.place)[0].body(editing.item!.id) } : {})}
            readNow={async (place) => (await itemsAt(place)[0].list()).find(({ id }) => id === editing.item?.id)}
            onTaken={() => itemsAt(editing.place)[1].reload()}
            onTakeApart={(given) => {
              setEditing(undefined)
              setImporting({ given })
            }}
            onSave={async (given, place, item) => {
              const [, items] = itemsAt(place)
              if (item) {
                const { body, userAgent = null, prefix = null, ...rest } = given
                const change = { revision: item.revision, ...rest, userAgent, prefix, ...(body === '' ? {} : { body }) }
                await items.change(item.id, change)
                return
              }
              const made = await items.add(given)
              // What it holds is seen at once, not with the next round of the clock.
              if (made.kind === 'address' && (made.fromServer || place === 'device'))
                void submit(() => items.refresh([made.id]))
            }}
          />
        )}
        {isMoving && (
          <ConfirmDialog
            title={t('moveTitle', { count: own.length })}
            text={t('moveText')}
            confirm={t('moveToServer')}
            onConfirm={() => void move()}
            onClose={() => setMoving(false)}
          />
        )}
        {isExporting && (
          <ConfirmDialog
            title={t('exportTitle', { count: own.length })}
            text={t('exportText')}
            confirm={t('exportItems')}
            onConfirm={() => void submit(async () => saveFile(fileOfItems(await browserItems.written()), EXPORT_NAME))}
            onClose={() => setExporting(false)}
          />
        )}
        {importing && (
          <ImportDialog
            {...importing}
            stores={isSignedIn ? (lock === 'locked' ? [serverItems] : [serverItems, browserItems]) : [browserItems]}
            onAdded={() => (server.reload(), device.reload(), reload('GET /api/outputs'))}
            onClose={() => setImporting(undefined)}
          />
        )}
        {publishing && (
          <PublishItems items={publishing} onClose={() => setPublishing(undefined)} onPublished={onPublished} />
        )}
      </Suspense>
    </>
  )
}
