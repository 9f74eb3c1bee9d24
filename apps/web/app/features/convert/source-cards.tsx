import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
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
  TEXT_SOURCE,
  withoutSource,
  withSource,
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
  const addresses = states[TEXT_SOURCE]?.info?.addresses ?? []
  const shown = sources.filter(({ id, text }) => id !== TEXT_SOURCE || (text !== '' && sources.length > 1))
  if (shown.length === 0 && addresses.length === 0) return null

  const addAddresses = () => {
    const lines = new Set(addresses.map(({ line }) => line))
    const added = addresses.map(({ url }): InputSource => ({ ...newSource('url', hostOf(url)), url }))
    session.change((model) => {
      const text = model.sources.find(({ id }) => id === TEXT_SOURCE)?.text ?? ''
      const left = text
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
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface CardProps {
  source: InputSource
  state: SourceState | undefined
  index: number
  isFirst: boolean
  isLast: boolean
}

function SourceCard({ source, state, index, isFirst, isLast }: CardProps) {
  const t = useTranslations('convert.source')
  const tc = useTranslations('convert')
  const session = useSession()
  const [dialog, setDialog] = useState<'rename' | 'paste'>()
  const { id, kind, url, enabled, asProvider } = source
  const name = id === TEXT_SOURCE ? t('text') : source.name
  const info = state?.info
  const isUnread = kind === 'url' && !asProvider && source.text === '' && state?.status !== 'loading'
  const status = statusOf(source, state)

  const remove = () => {
    session.change((model) => withoutSource(model, id))
    showToast({ kind: 'undo', text: t('removed'), action: { label: tc('undo'), run: () => session.undo() } })
  }

  return (
    <li data-testid={`source-${index}`} className={`px-3 py-2 text-sm ${enabled ? '' : 'opacity-60'}`}>
      <div className="flex min-h-7 items-center gap-2">
        <Icon name={ICONS[kind]} className="size-4 text-muted" />
        <span className="min-w-0 flex-1 truncate font-medium" title={name}>
          {name}
        </span>
        {info && !asProvider && source.text !== '' && (
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
        <Menu
          label={t('menu')}
          align="end"
          trigger={<IconButton icon="ellipsis" size="small" label={`${t('menu')}: ${name}`} />}
          items={[
            ...(url && !asProvider
              ? [
                  {
                    id: 'fetch',
                    label: t('refresh'),
                    icon: 'refresh-cw' as const,
                    onSelect: () => void session.fetch(id),
                  },
                ]
              : []),
            ...(id === TEXT_SOURCE ? [] : [{ id: 'rename', label: t('rename'), onSelect: () => setDialog('rename') }]),
            {
              id: 'up',
              label: t('up'),
              disabled: isFirst,
              onSelect: () => session.change((model) => withSourceMoved(model, id, -1)),
            },
            {
              id: 'down',
              label: t('down'),
              disabled: isLast,
              onSelect: () => session.change((model) => withSourceMoved(model, id, 1)),
            },
            {
              id: 'toggle',
              label: enabled ? t('disable') : t('enable'),
              onSelect: () => session.change((model) => withSource(model, id, { enabled: !enabled })),
            },
            'separator',
            { id: 'remove', label: t('remove'), icon: 'trash-2', danger: true, onSelect: remove },
          ]}
        />
      </div>
      {info?.isCut && <p className="text-xs text-warning">{tc('input.limit')}</p>}
      {info?.subscription && <Traffic subscription={info.subscription} />}
      {isUnread && state?.status !== 'failed' && url && (
        <Button size="small" icon="refresh-cw" className="mt-1" onClick={() => void session.fetch(id)}>
          {t('fetchFrom', { host: hostOf(url) })}
        </Button>
      )}
      {state?.status === 'failed' && !asProvider && (
        <div role="alert" className="mt-1 rounded-md border border-line-strong bg-sunken p-2">
          <p className="flex items-start gap-2 text-error">
            <Icon name="circle-alert" className="mt-0.5 size-4" />
            {t(`error.${(state.error ?? 'refused') as 'refused'}`)}
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
            <Button size="small" look="ghost" onClick={() => void session.fetch(id)}>
              {tc('status.retry')}
            </Button>
          </div>
          <p className="mt-1 text-xs text-muted">{t('asProviderNote')}</p>
        </div>
      )}
      {dialog === 'rename' && <RenameDialog source={source} onClose={() => setDialog(undefined)} />}
      {dialog === 'paste' && <PasteDialog source={source} onClose={() => setDialog(undefined)} />}
    </li>
  )
}

type Status = { word: 'loading' | 'ok' | 'partial' | 'failed' | 'referenced' | 'off'; tone: Tone; icon: IconName }

function statusOf(
  { enabled, asProvider, kind, text }: InputSource,
  state: SourceState | undefined,
): Status | undefined {
  if (!enabled) return { word: 'off', tone: 'neutral', icon: 'eye-off' }
  if (asProvider) return { word: 'referenced', tone: 'info', icon: 'hard-drive-download' }
  if (state?.status === 'loading') return { word: 'loading', tone: 'neutral', icon: 'refresh-cw' }
  if (state?.status === 'failed') return { word: 'failed', tone: 'error', icon: 'circle-alert' }
  if (!state || (kind === 'url' && text === '')) return undefined
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
