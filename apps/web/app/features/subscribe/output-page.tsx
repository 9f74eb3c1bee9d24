import { Suspense, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { failureData } from '../../components/api-call/api-failure.ts'
import { ConflictDialog } from '../../components/api-call/conflict-dialog.tsx'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { useClientName } from '../../components/publish/client-name.ts'
import { configToOpen } from '../../components/publish/config-to-open.ts'
import { call } from '../../lib/api.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { handOver } from '../../components/handover/handover.ts'
import { localizedPath } from '../../lib/locale.ts'
import { reload } from '../../lib/loaded-store.ts'
import { usePageName } from '../../lib/page-name.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { reportRefresh } from './after-refresh.ts'
import type { Item } from './item-repository.ts'
import { OutputRecordView } from './output-record.tsx'
import { OutputSources } from './output-sources.tsx'
import { OutputText } from './output-text.tsx'
import { SignedInOnly } from './signed-in-only.tsx'
import { TrafficBar } from './traffic-bar.tsx'
import { urlOf } from './url-of.ts'
import { useNow } from '../../lib/use-now.ts'
import { OutputVersions } from './output-versions.tsx'

type Output = DataOf<'GET /api/outputs/:output'>
type Address = Output['addresses'][number]

// What draws codes comes when one is asked for.
const AddressView = lazyPart(async () => (await import('../../components/publish/address-view.tsx')).AddressView)

const NONE: readonly Item[] = []

/** Two of these and a menu fill the row of a phone. On a very narrow one their icons have no room. */
const ROW_BUTTON = 'max-sm:grow max-[22rem]:[&_svg]:hidden'

interface Props {
  id: string
  /** What the page is called. */
  title: ReactNode
}

/** One published subscription: its sources or its text, its addresses, its versions, who asked for it. */
export function OutputPage({ id, title }: Props) {
  return (
    <SignedInOnly title={title}>
      <OutputOf id={id} title={title} />
    </SignedInOnly>
  )
}

function OutputOf({ id, title }: Props) {
  const t = useTranslations('subscribe')
  const clientName = useClientName()
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const params = { output: id }
  const loaded = useApi('GET /api/outputs/:output', { params, quiet: true })
  const { isBusy, failure, submit } = useSubmit()
  const now = useNow()
  const ago = useAgo(now)
  const format = useFormatter()
  const isPhone = useMedia(PHONE)
  const kept = useApi('GET /api/subscriptions', {})
  const output = loaded.data
  usePageName(output?.name)
  // What its sources say stands above everything else: nothing is shown before.
  if (!output || (kept.isLoading && !kept.data))
    return (
      <>
        {title}
        {loaded.error === undefined ? (
          <p className="text-muted">{t('loading')}</p>
        ) : failureData(loaded.error)?.error !== 'not-found' ? (
          <LoadFailure error={loaded.error} onRetry={loaded.reload} />
        ) : (
          <EmptyState icon="circle-alert" text={t('noOutput')}>
            <Link to={`${localizedPath(locale, '/subscribe')}?tab=outputs`} className="text-link-plain">
              {t('toOutputs')}
            </Link>
          </EmptyState>
        )}
      </>
    )
  const used = new Set(Object.values(output.kind === 'recipe' ? output.items : {}))
  const items = kept.data?.items ?? NONE
  const sources = items.filter((item) => used.has(item.id))
  const next = nextRefresh(sources, now)
  // Answers to changes do not sum up the traffic of the sources.
  const take = (next: Output) => loaded.put(({ subscription }) => (subscription ? { subscription, ...next } : next))
  const change = (work: () => Promise<Output>) =>
    submit(async () => {
      try {
        take(await work())
      } catch (error) {
        // A switch that was set elsewhere meanwhile: it is shown as it is now.
        const now = outputNow(error)
        if (now) take(now)
        throw error
      }
    })
  const refresh = () =>
    submit(async () => {
      const answer = await call('POST /api/outputs/:output/refresh', { params, quiet: true })
      take(answer.output)
      kept.put(({ items }) => ({
        items: items.map((item) => answer.sources.find(({ id }) => id === item.id) ?? item),
      }))
      reportRefresh(t, answer)
    })
  const follow = async () => {
    if (await change(() => call('POST /api/outputs/:output/follow', { params, quiet: true })))
      showToast({ kind: 'success', text: t('followed') })
  }
  const edit = () =>
    submit(async () => {
      if (output.kind === 'text') {
        handOver({ text: '', files: [], opens: configToOpen(output) })
        return navigate(localizedPath(locale, '/mihomo'))
      }
      const { outputToEdit } = await import('../../components/publish/output-to-edit.ts')
      handOver({ text: '', files: [], output: await outputToEdit(output) })
      await navigate(localizedPath(locale, '/convert'))
    })
  const actions = (
    <div className="flex gap-2 max-sm:mb-6">
      {output.kind === 'recipe' && (
        <Button
          icon="refresh-cw"
          className={ROW_BUTTON}
          disabled={isBusy || output.pinned !== undefined}
          title={output.pinned === undefined ? undefined : t('pinnedNoRefresh')}
          onClick={() => void refresh()}
        >
          {/* On a phone there is no room for more. */}
          {t(isBusy && !isPhone ? 'refreshingOne' : 'refresh')}
        </Button>
      )}
      <Button icon="square-pen" className={ROW_BUTTON} disabled={isBusy} onClick={() => void edit()}>
        {t(output.kind === 'text' ? 'openInBench' : 'editRecipe')}
      </Button>
      <OutputMenu output={output} onChange={take} />
    </div>
  )
  return (
    <>
      <div className="mb-4 flex items-center gap-2 sm:items-start">
        <div className="min-w-0 flex-1">
          {title}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge>{clientName(output.client)}</Badge>
            {!output.failing && (
              <span className="inline-flex items-center gap-1.5 text-sm text-muted">
                <Icon name="circle-check" className="size-4 shrink-0 text-success" />
                {t('updated', { time: ago(output.updatedAt) })}
              </span>
            )}
            {next !== undefined && output.pinned === undefined && (
              <span className="text-sm text-muted">{t('nextRefresh', { time: format.relativeTime(next, now) })}</span>
            )}
          </div>
        </div>
        {!isPhone && actions}
      </div>
      {failure && (
        <div className="mb-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {output.pinned !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-sm text-info">
          <Icon name="pin" className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 basis-40">{t('pinnedText', { number: output.pinned })}</span>
          <Button size="small" disabled={isBusy} onClick={() => void follow()}>
            {t('follow')}
          </Button>
        </p>
      )}
      {output.failing && (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-error-soft px-3 py-2 text-sm text-error">
          <Icon name="circle-alert" className="size-4 shrink-0" />
          {t(`renderFailure.${output.failing.error}`, { served: output.version === undefined ? 'no' : 'yes' })}
        </p>
      )}
      {output.kind === 'recipe' && (
        <div className="mb-6">
          <TrafficBar subscription={output.subscription} now={now} of={sources} />
        </div>
      )}
      {isPhone && actions}
      <Addresses output={output} onChange={change} />
      {output.kind === 'text' ? (
        <OutputText key={`text ${output.version ?? 0}`} text={output.text} />
      ) : (
        <OutputSources key={`sources ${output.version ?? 0}`} output={output} items={items} />
      )}
      <OutputVersions output={output} onRestored={take} />
      <OutputRecordView output={output} onChange={change} />
    </>
  )
}

/** The time of the next refresh of any of the sources. */
function nextRefresh(sources: readonly Item[], now: number): number | undefined {
  const times = sources.flatMap(({ nextAt }) => (nextAt !== undefined && nextAt > now ? [nextAt] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Of a `conflict`: the output as it was saved elsewhere. */
function outputNow(error: unknown): Output | undefined {
  const now = failureData(error)?.current
  return now && 'kind' in now && 'addresses' in now ? now : undefined
}

function OutputMenu({ output, onChange }: { output: Output; onChange: (output: Output) => void }) {
  const t = useTranslations('subscribe')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const [typed, setTyped] = useState('')
  const { isBusy, failure, submit } = useSubmit()
  const params = { output: output.id }
  const [theirs, setTheirs] = useState<Output>()
  const close = () => (setOpen(undefined), setTheirs(undefined), setTyped(''))
  const rename = (revision = output.revision) =>
    submit(async () => {
      const body = { revision, name: typed.trim() }
      try {
        onChange(await call('PATCH /api/outputs/:output', { params, body, quiet: true }))
        reload('GET /api/outputs')
        close()
      } catch (error) {
        const now = outputNow(error)
        if (!now) throw error
        setTheirs(now)
      }
    })
  const remove = async () => {
    if (!(await submit(() => call('DELETE /api/outputs/:output', { params, quiet: true })))) return
    reload('GET /api/outputs')
    void navigate(`${localizedPath(locale, '/subscribe')}?tab=outputs`, { replace: true })
  }
  const isDelete = open === 'delete'
  return (
    <>
      <Menu
        label={t('actionsFor', { name: output.name })}
        align="end"
        items={[
          {
            id: 'rename',
            label: t('rename'),
            icon: 'pencil',
            onSelect: () => (setTyped(output.name), setOpen('rename')),
          },
          'separator',
          { id: 'delete', label: t('deleteOutput'), icon: 'trash-2', danger: true, onSelect: () => setOpen('delete') },
        ]}
        trigger={<IconButton icon="ellipsis" look="outline" label={t('actionsFor', { name: output.name })} />}
      />
      {open && (
        <Dialog
          open
          size="small"
          title={t(isDelete ? 'deleteOutput' : 'rename')}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{t('cancel')}</Button>
              <Button
                look={isDelete ? 'danger' : 'solid'}
                disabled={isBusy || (isDelete ? typed !== output.name : typed.trim() === '')}
                onClick={() => void (isDelete ? remove() : rename())}
              >
                {t(isDelete ? 'deleteForever' : 'save')}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-3">
            <FormFailure failure={failure} />
            {isDelete && <p>{t('deleteOutputText', { addresses: output.addresses.length })}</p>}
            <Field label={isDelete ? t('typeName', { name: output.name }) : t('name')}>
              {(control) => (
                <Input {...control} value={typed} maxLength={64} onChange={(event) => setTyped(event.target.value)} />
              )}
            </Field>
          </div>
        </Dialog>
      )}
      {theirs && (
        <ConflictDialog
          isBusy={isBusy}
          rows={[{ label: t('name'), theirs: theirs.name, mine: typed.trim() }]}
          onTakeTheirs={() => (onChange(theirs), close())}
          onKeepMine={() => void rename(theirs.revision)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </>
  )
}

interface AddressesProps {
  output: Output
  /** Does a change, and shows the output as it is then. */
  onChange: (work: () => Promise<Output>) => Promise<boolean>
}

function Addresses({ output, onChange }: AddressesProps) {
  const t = useTranslations('subscribe')
  const clientName = useClientName()
  const format = useFormatter()
  const { siteUrl } = useAppConfig()
  const [name, setName] = useState('')
  const [shown, setShown] = useState<Address>()
  const [rotating, setRotating] = useState<Address>()
  const add = async () => {
    const body = { name: name.trim() }
    const params = { output: output.id }
    if (await onChange(() => call('POST /api/outputs/:output/addresses', { params, body, quiet: true }))) setName('')
  }
  // The first address is made with the name of the subscription: twice the same name says nothing.
  const nameOf = ({ id, name }: Address) =>
    id === output.addresses[0]?.id && name === output.name ? t('mainAddress') : name
  return (
    <SettingGroup title={t('addresses')}>
      {output.addresses.map((address, at) => {
        const params = { output: output.id, address: address.id }
        const name = nameOf(address)
        const label = t('actionsFor', { name })
        return (
          <SettingRow
            key={address.id}
            title={
              <span className="inline-flex flex-wrap items-center gap-2">
                {name}
                {address.paused && <Badge tone="warning">{t('paused')}</Badge>}
              </span>
            }
            text={
              <>
                <code className="block truncate max-sm:text-xs">{`${siteUrl}/sub/••••••••`}</code>
                {[
                  address.client && t('always', { client: clientName(address.client) }),
                  address.expiresAt !== undefined &&
                    t('expires', { date: format.dateTime(address.expiresAt, { dateStyle: 'medium' }) }),
                  address.oldUntil !== undefined &&
                    t('oldUntil', {
                      time: format.dateTime(address.oldUntil, { dateStyle: 'short', timeStyle: 'short' }),
                    }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </>
            }
          >
            <span className="flex items-center gap-2">
              <CopyButton
                look={at === 0 ? 'solid' : 'outline'}
                label={t('copy')}
                text={() => urlOf(output.id, address.id)}
              />
              <Button icon="qr-code" data-testid="show-address" onClick={() => setShown(address)}>
                {t('showAddress')}
              </Button>
              <Menu
                label={label}
                align="end"
                items={[
                  {
                    id: 'pause',
                    label: t(address.paused ? 'resume' : 'pause'),
                    onSelect: () =>
                      void onChange(() =>
                        call('PATCH /api/outputs/:output/addresses/:address', {
                          params,
                          body: { paused: !address.paused },
                          quiet: true,
                        }),
                      ),
                  },
                  { id: 'rotate', label: t('rotate'), onSelect: () => setRotating(address) },
                  'separator',
                  {
                    id: 'delete',
                    label: t('deleteAddress'),
                    danger: true,
                    disabled: output.addresses.length < 2,
                    onSelect: () =>
                      void onChange(() =>
                        call('DELETE /api/outputs/:output/addresses/:address', { params, quiet: true }),
                      ),
                  },
                ]}
                trigger={<IconButton icon="ellipsis" label={label} />}
              />
            </span>
          </SettingRow>
        )
      })}
      <form
        noValidate
        className="p-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void add()
        }}
      >
        <Field label={t('newAddress')} hint={t('newAddressHint')}>
          {(control) => (
            <span className="flex gap-2">
              <Input
                {...control}
                className="min-w-0 flex-1"
                value={name}
                maxLength={64}
                placeholder={t('newAddressPlaceholder')}
                onChange={(event) => setName(event.target.value)}
              />
              <Button type="submit" icon="plus" disabled={name.trim() === ''}>
                {t('add')}
              </Button>
            </span>
          )}
        </Field>
      </form>
      {shown && (
        <Dialog
          open
          size="small"
          title={t('addressOf', { name: nameOf(shown) })}
          onClose={() => setShown(undefined)}
          data-testid="address"
        >
          <Suspense fallback={<p className="text-muted">{t('loading')}</p>}>
            <AddressView output={output} address={shown.id} />
          </Suspense>
        </Dialog>
      )}
      {rotating && (
        <RotateDialog
          name={nameOf(rotating)}
          onClose={() => setRotating(undefined)}
          onRotate={(grace) =>
            onChange(() =>
              call('POST /api/outputs/:output/addresses/:address/rotate', {
                params: { output: output.id, address: rotating.id },
                body: { grace, tag: rotating.tag },
                quiet: true,
              }),
            )
          }
        />
      )}
    </SettingGroup>
  )
}

interface RotateProps {
  name: string
  onRotate: (grace: boolean) => Promise<boolean>
  onClose: () => void
}

/** A new address in place of the old one: at once where it leaked, else with a day to change over. */
function RotateDialog({ name, onRotate, onClose }: RotateProps) {
  const t = useTranslations('subscribe')
  const rotate = async (grace: boolean) => {
    onClose()
    if (await onRotate(grace)) showToast({ kind: 'success', text: t('rotated') })
  }
  return (
    <Dialog
      open
      size="small"
      title={t('rotateTitle', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button onClick={() => void rotate(true)}>{t('rotateGrace')}</Button>
          <Button look="danger" onClick={() => void rotate(false)}>
            {t('rotateLeaked')}
          </Button>
        </>
      }
    >
      <p>{t('rotateText')}</p>
    </Dialog>
  )
}
