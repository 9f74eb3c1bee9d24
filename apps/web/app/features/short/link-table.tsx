import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ShortLink } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { EditLinkDialog } from './edit-link-dialog.tsx'
import { linkState } from './link-state.ts'
import { LinkQrDialog } from './link-qr-dialog.tsx'

const LOOKS = {
  on: { tone: 'success', icon: 'circle-check' },
  off: { tone: 'neutral', icon: 'power' },
  expired: { tone: 'warning', icon: 'circle-alert' },
  blocked: { tone: 'error', icon: 'ban' },
} as const

interface Props {
  links: readonly ShortLink[]
  /** Something changed on the server. */
  onChanged: () => void
}

/** One page of short links, each with what can be done to it. */
export function LinkTable({ links, onChanged }: Props) {
  const t = useTranslations('short')
  const format = useFormatter()
  const [now] = useState(() => Date.now())
  const [scanned, setScanned] = useState<ShortLink>()
  const [edited, setEdited] = useState<ShortLink>()
  const { isBusy, failure, submit } = useSubmit()

  const change = async (work: () => Promise<unknown>) => {
    if (await submit(work)) onChanged()
  }
  const remove = ({ id, code }: ShortLink) =>
    change(async () => {
      await call('DELETE /api/short-links/:link', { params: { link: id }, quiet: true })
      const bringBack = () => call('POST /api/short-links/:link/restore', { params: { link: id }, quiet: true })
      showToast({
        kind: 'undo',
        text: t('deleted', { code }),
        action: { label: t('undo'), run: () => void change(bringBack) },
      })
    })
  const toggle = ({ id, revision, disabled }: ShortLink) =>
    change(() =>
      call('PATCH /api/short-links/:link', {
        params: { link: id },
        body: { revision, disabled: !disabled },
        quiet: true,
      }),
    )
  const day = (at: number) => format.dateTime(at, { dateStyle: 'medium' })

  return (
    <>
      {failure && (
        <div className="mb-2">
          <FormFailure failure={failure} />
        </div>
      )}
      <Table
        caption={t('own')}
        className="table-stacked table-pairs bg-card [&_td]:align-middle"
        columns={[
          { id: 'code', label: t('code') },
          { id: 'host', label: t('leadsTo') },
          { id: 'created', label: t('created') },
          { id: 'expires', label: t('expires') },
          { id: 'hits', label: t('hits'), numeric: true },
          { id: 'state', label: t('state') },
          { id: 'actions', label: t('actions') },
        ]}
      >
        {links.map((link) => {
          const state = linkState(link, now)
          return (
            <tr key={link.id} data-testid="short-link">
              <td data-label={t('code')}>
                <code className="font-medium wrap-anywhere">{link.code}</code>
                {link.hasPassword && (
                  <span role="img" aria-label={t('hasPassword')} title={t('hasPassword')} className="ml-1.5">
                    <Icon name="lock" className="inline size-3.5 text-muted" />
                  </span>
                )}
              </td>
              <td data-label={t('leadsTo')} className="max-w-64 truncate" title={link.host}>
                {link.host}
              </td>
              <td data-label={t('created')} className="whitespace-nowrap">
                {day(link.createdAt)}
              </td>
              <td data-label={t('expires')} className="whitespace-nowrap">
                {link.expiresAt === undefined ? t('span.never') : day(link.expiresAt)}
              </td>
              <td
                data-label={t('hits')}
                className="numeric"
                title={link.lastHitAt === undefined ? undefined : t('lastHit', { date: day(link.lastHitAt) })}
              >
                {format.number(link.hits)}
              </td>
              <td data-label={t('state')} className="whitespace-nowrap">
                <Badge {...LOOKS[state]}>{t(`is.${state}`)}</Badge>
              </td>
              <td data-label={t('actions')}>
                <span className="flex gap-1">
                  <CopyButton iconOnly size="small" label={t('copyLink', { code: link.code })} text={link.url} />
                  <IconButton
                    icon="pencil"
                    size="small"
                    label={t('editLink', { code: link.code })}
                    onClick={() => setEdited(link)}
                  />
                  <Menu
                    label={t('actionsFor', { code: link.code })}
                    align="end"
                    items={[
                      { id: 'qr', label: t('qr'), icon: 'qr-code', onSelect: () => setScanned(link) },
                      {
                        id: 'toggle',
                        label: t(link.disabled ? 'enable' : 'disable'),
                        icon: 'power',
                        disabled: link.blocked,
                        onSelect: () => void toggle(link),
                      },
                      'separator',
                      {
                        id: 'delete',
                        label: t('delete'),
                        icon: 'trash-2',
                        danger: true,
                        onSelect: () => void remove(link),
                      },
                    ]}
                    trigger={
                      <IconButton
                        icon="ellipsis"
                        size="small"
                        label={t('actionsFor', { code: link.code })}
                        disabled={isBusy}
                      />
                    }
                  />
                </span>
              </td>
            </tr>
          )
        })}
      </Table>
      {scanned && <LinkQrDialog url={scanned.url} onClose={() => setScanned(undefined)} />}
      {edited && (
        <EditLinkDialog
          link={edited}
          onSaved={() => {
            setEdited(undefined)
            onChanged()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
