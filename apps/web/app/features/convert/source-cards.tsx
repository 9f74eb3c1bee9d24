import { useEffect, useState, type KeyboardEvent } from 'react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import type { SubscriptionInfo } from '../../workers/conversion-types.ts'
import { newSource } from './add-files.ts'
import { fileSize } from './file-size.ts'
import {
  providerPathOf,
  TEXT_SOURCE,
  textOf,
  withoutSource,
  withSource,
  withSourceBack,
  withSourceMoved,
  withText,
  type InputSource,
  type SourceKind,
} from './model.ts'
import type { SourceState } from './session.ts'
import { useModel, useSession } from './use-convert.ts'

const ICONS: Record<SourceKind, IconName> = { text: 'file-text', url: 'network', file: 'files', qr: 'qr-code' }
const NO_SOURCES: Readonly<Record<string, SourceState>> = {}

/** The sources in the order they are merged, and addresses that wait in the text. */
export function SourceCards() {
  const t = useTranslations('convert')
  const session = useSession()
  const { sources } = useModel()
  const states = useStore(session.sources, NO_SOURCES)
  const [said, setSaid] = useState('')
  const addresses = states[TEXT_SOURCE]?.info?.addresses ?? []
  const shown = sources.filter(({ id, text }) => id !== TEXT_SOURCE || (text !== '' && sources.length > 1))
  if (shown.length === 0 && addresses.length === 0) return null

  const addAddresses = () => {
    const lines = new Set(addresses.map(({ line }) => line))
    const added = addresses.map(({ url }): InputSource => ({ ...newSource('url', hostOf(url)), url }))
    session.change((model) => {
      const left = textOf(model)
        .split('\n')
        .filter((_, index) => !lines.has(index + 1))
        .join('\n')
      const next = withText(model, left)
      return { ...next, sources: [...next.sources, ...added] }
    })
  }

  return (
    <div className="max-h-[45%] shrink-0 overflow-y-auto border-t border-line">
      {addresses.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-soft px-3 py-2 text-sm">
          <Icon name="network" className="size-4 text-info" />
          <span className="flex-1">{t('input.addresses', { n: addresses.length })}</span>
          <Button size="small" onClick={addAddresses}>
            {t('input.addSources')}
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('source.list')} className="divide-y divide-line">
          {shown.map((source, index) => (
            <SourceCard
              key={source.id}
              source={source}
              state={states[source.id]}
              index={index}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
              announce={setSaid}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

interface CardProps {
  source: InputSource
  state: SourceState | undefined
  index: number
  isFirst: boolean
  isLast: boolean
  /** Says something to a screen reader. */
  announce: (text: string) => void
}

function SourceCard({ source, state, index, isFirst, isLast, announce }: CardProps) {
  const t = useTranslations('convert.source')
  const tc = useTranslations('convert')
  const session = useSession()
  const [dialog, setDialog] = useState<'rename' | 'paste'>()
  const { id, kind, url, enabled, asProvider } = source
  const name = id === TEXT_SOURCE ? t('text') : source.name
  const info = state?.info
  const isUnread = kind === 'url' && !asProvider && source.text === '' && state?.status !== 'loading'
  const status = statusOf(source, state)

  const canFetch = kind === 'url' && url !== undefined && !asProvider
  const hasText = source.text !== ''

  const fetch = () => void session.fetch(id)
  const move = (by: -1 | 1) => {
    if (by < 0 ? isFirst : isLast) return
    session.change((model) => withSourceMoved(model, id, by))
    announce(t('moved', { name, place: index + 1 + by }))
  }
  const remove = () => {
    const place = session.model.sources.findIndex((one) => one.id === id)
    session.change((model) => withoutSource(model, id))
    // Held until the toast goes, whatever is done in the meantime.
    const undo = () => session.change((model) => withSourceBack(model, source, place))
    showToast({ kind: 'undo', text: t('removed', { name }), action: { label: tc('undo'), run: undo } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(by)
  }

  return (
    <li
      data-testid={`source-${index}`}
      data-source={id}
      tabIndex={-1}
      className={`px-3 py-2 text-sm focus-visible:-outline-offset-2 ${enabled ? '' : 'text-muted'}`}
      onKeyDown={onKeyDown}
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        <Icon name={ICONS[kind]} className="size-4 text-muted" />
        <span className="min-w-24 flex-1 truncate font-medium" title={name}>
          {name}
        </span>
        {info && !asProvider && (hasText || kind === 'file') && (
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">
            {t('count', { n: info.nodes })}
            {info.skipped > 0 && ` · ${t('skipped', { n: info.skipped })}`}
          </span>
        )}
        {status && (
          <Badge tone={status.tone} icon={status.icon}>
            {t(status.word)}
          </Badge>
        )}
        {canFetch && (hasText || state?.status === 'failed') && (
          <IconButton
            icon="refresh-cw"
            size="small"
            label={`${t('refresh')}: ${name}`}
            disabled={state?.status === 'loading'}
            data-testid={`source-${index}-refresh`}
            onClick={fetch}
          />
        )}
        <Menu
          label={t('menu')}
          align="end"
          trigger={<IconButton icon="ellipsis" size="small" label={`${t('menu')}: ${name}`} />}
          items={[
            ...(canFetch
              ? [{ id: 'fetch', label: t('refresh'), icon: 'refresh-cw' as const, onSelect: fetch }]
              : []),
            ...(id === TEXT_SOURCE
              ? []
              : [{ id: 'rename', label: t('rename'), icon: 'pencil' as const, onSelect: () => setDialog('rename') }]),
            {
              id: 'up', label: t('up'), icon: 'arrow-up', keys: 'alt+up', disabled: isFirst, onSelect: () => move(-1),
            },
            {
              id: 'down', label: t('down'), icon: 'arrow-down', keys: 'alt+down', disabled: isLast, onSelect: () => move(1),
            },
            {
              id: 'toggle', label: enabled ? t('disable') : t('enable'), icon: 'power',
              onSelect: () => session.change((model) => withSource(model, id, { enabled: !enabled })),
            },
            'separator',
            { id: 'remove', label: t('remove'), icon: 'trash-2', danger: true, onSelect: remove },
          ]} // oxfmt-ignore
        />
      </div>
      {info?.isCut && <p className="text-xs text-warning">{tc('input.limit')}</p>}
      {info?.subscription && <Traffic subscription={info.subscription} />}
      {canFetch && hasText && source.loadedAt !== undefined && (
        <Age at={source.loadedAt} isOld={state?.status === 'failed'} />
      )}
      {isUnread && state?.status !== 'failed' && url && (
        <Button size="small" icon="refresh-cw" className="mt-1" onClick={fetch}>
          {t('fetchFrom', { host: hostOf(url) })}
        </Button>
      )}
      {state?.status === 'failed' && !asProvider && (
        <div role="alert" className="mt-1 rounded-md border border-line-strong bg-sunken p-2">
          <p className="flex items-start gap-2 text-error">
            <Icon name="circle-alert" className="mt-0.5 size-4" />
            <span>
              {t(`error.${(state.error ?? 'refused') as 'refused'}`)}
              {hasText && ` ${t('stillUsed')}`}
            </span>
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="small"
              onClick={() => session.change((model) => withSource(model, id, { asProvider: true, text: '' }))}
            >
              {t('asProvider')}
            </Button>
            <Button size="small" onClick={() => setDialog('paste')}>
              {t('pasteContent')}
            </Button>
            <Button size="small" look="ghost" onClick={fetch}>
              {tc('status.retry')}
            </Button>
          </div>
          <p className="mt-1 text-xs text-muted">{t('asProviderNote')}</p>
        </div>
      )}
      {asProvider && enabled && <ReferenceProblem id={id} />}
      {dialog === 'rename' && <RenameDialog source={source} onClose={() => setDialog(undefined)} />}
      {dialog === 'paste' && <PasteDialog source={source} onClose={() => setDialog(undefined)} />}
    </li>
  )
}

/** Why a referenced address may not stand in a config: the client would be sent to a place it must not go. */
function ReferenceProblem({ id }: { id: string }) {
  const session = useSession()
  const path = providerPathOf(useModel(), id)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isWanted = true
    void session.checkOptions([]).then(
      ({ errors }) => isWanted && setProblem(errors[`${path}.url`]),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [session, path])
  return (
    <p role="alert" className="flex items-start gap-2 text-xs text-error empty:hidden">
      {problem && (
        <>
          <Icon name="circle-alert" className="mt-0.5 size-3.5" />
          <span className="min-w-0 break-words">{problem}</span>
        </>
      )}
    </p>
  )
}

type Status = {
  word: 'loading' | 'ok' | 'partial' | 'nothing' | 'failed' | 'referenced' | 'off'
  tone: Tone
  icon: IconName
}

function statusOf(
  { enabled, asProvider, kind, text }: InputSource,
  state: SourceState | undefined,
): Status | undefined {
  if (!enabled) return { word: 'off', tone: 'neutral', icon: 'eye-off' }
  if (asProvider) return { word: 'referenced', tone: 'info', icon: 'hard-drive-download' }
  if (state?.status === 'loading') return { word: 'loading', tone: 'neutral', icon: 'refresh-cw' }
  if (state?.status === 'failed') return { word: 'failed', tone: 'error', icon: 'circle-alert' }
  if (!state || (kind === 'url' && text === '')) return undefined
  if (state.info?.nodes === 0) return { word: 'nothing', tone: 'error', icon: 'circle-alert' }
  return state.status === 'partial'
    ? { word: 'partial', tone: 'warning', icon: 'alert-triangle' }
    : { word: 'ok', tone: 'success', icon: 'check' }
}

function Traffic({ subscription: { upload = 0, download = 0, total, expire } }: { subscription: SubscriptionInfo }) {
  const t = useTranslations('convert.source')
  const format = useFormatter()
  return (
    <p className="text-xs text-muted tabular-nums">
      {total !== undefined &&
        t('traffic', { used: fileSize(upload + download, format), total: fileSize(total, format) })}
      {total !== undefined && expire !== undefined && ' · '}
      {expire !== undefined && t('expires', { date: format.dateTime(expire * 1000, { dateStyle: 'medium' }) })}
    </p>
  )
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** When a source was read last: how long ago for a day, then the date. */
function Age({ at, isOld }: { at: number; isOld: boolean }) {
  const t = useTranslations('convert.source')
  const format = useFormatter()
  const now = useNow({ updateInterval: MINUTE_MS })
  const exact = format.dateTime(at, { dateStyle: 'medium', timeStyle: 'long' })
  const time =
    now.getTime() - at < DAY_MS
      ? format.relativeTime(Math.min(at, now.getTime()), now)
      : format.dateTime(at, { dateStyle: 'medium' })
  return (
    <p className={`text-xs ${isOld ? 'text-warning' : 'text-muted'}`}>
      <time dateTime={new Date(at).toISOString()} title={exact}>
        {t('age', { time })}
      </time>
    </p>
  )
}

function RenameDialog({ source, onClose }: { source: InputSource; onClose: () => void }) {
  const t = useTranslations('convert.source')
  const session = useSession()
  const [name, setName] = useState(source.name)
  const save = () => {
    if (name.trim()) session.change((model) => withSource(model, source.id, { name: name.trim() }))
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('rename')}
      onClose={onClose}
      footer={
        <Button look="solid" onClick={save}>
          {t('rename')}
        </Button>
      }
    >
      <Field label={t('name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && save()}
          />
        )}
      </Field>
    </Dialog>
  )
}

function PasteDialog({ source, onClose }: { source: InputSource; onClose: () => void }) {
  const t = useTranslations('convert.source')
  const session = useSession()
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      title={t('pasteContent')}
      dirty={text !== ''}
      onClose={onClose}
      footer={
        <Button
          look="solid"
          disabled={text.trim() === ''}
          onClick={() => {
            session.change((model) => withSource(model, source.id, { text, loadedAt: Date.now() }))
            onClose()
          }}
        >
          {t('usePasted')}
        </Button>
      }
    >
      <Field label={t('pasteLabel')} hint={t('pasteNote')}>
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** 'sub.example.com' of an address; the rest may hold a token. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
