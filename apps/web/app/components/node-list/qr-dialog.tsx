import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../lib/save-file.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { drawQr, QrCode, type QrDrawing, qrPng, qrSvg } from '../../ui/qr-code.tsx'
import type { NodeRow } from '@switchyard/recipe/model'
import type { Desk } from '../engine/desk.ts'
import { reportGone } from './report-gone.ts'

/** Bytes above which common readers give up. */
const QR_MAX_BYTES = 1800
const NO_ROWS: readonly NodeRow[] = []

/** The share link of a node as a QR code, always on white. */
export function QrDialog({
  desk,
  nodeKey,
  onClose,
}: {
  desk: Pick<Desk, 'rows' | 'askOfNodes'>
  nodeKey: string | null
  onClose: () => void
}) {
  const t = useTranslations('nodeList.qr')
  const tc = useTranslations('nodeList')
  const tn = useTranslations('nodeGrid')
  const rows = useStore(desk.rows, NO_ROWS)
  const [key, setKey] = useState(nodeKey ?? (rows.find(({ isInfo }) => !isInfo) ?? rows[0])?.key)
  const [found, setFound] = useState<{ key: string; link: string | null }>()
  const link = found?.key === key ? found?.link : undefined
  const row = rows.find((one) => one.key === key)
  const choices = useMemo(() => rows.map(({ key, name, type }) => ({ value: key, label: name, note: type })), [rows])

  const giveUp = useEffectEvent((error: unknown) => {
    reportGone(tc('noAnswer'))(error)
    onClose()
  })
  useEffect(() => {
    let isWanted = true
    if (key === undefined) return
    void desk
      .askOfNodes((api, request) => api.node.detail(request, key))
      .then((detail) => isWanted && setFound({ key, link: detail?.link ?? null }))
      .catch((error: unknown) => isWanted && giveUp(error))
    return () => {
      isWanted = false
    }
  }, [key, desk])

  const isLong = typeof link === 'string' && new TextEncoder().encode(link).length > QR_MAX_BYTES
  const code = typeof link === 'string' && !isLong ? drawQr(link) : undefined
  const name = row?.name ?? ''

  return (
    <Dialog open size="small" title={t('title')} onClose={onClose} data-testid="qr">
      {nodeKey === null ? (
        <Combobox
          aria-label={t('pick')}
          value={key}
          emptyText={t('pick')}
          className="mb-2"
          choices={choices}
          onChange={setKey}
        />
      ) : (
        <p className="-mt-1 mb-1 truncate font-medium" title={name}>
          {name}
        </p>
      )}
      <p className="mb-3 text-xs text-muted">{t('only')}</p>
      {row?.isInfo && (
        <p className="mb-3 flex items-start gap-2 rounded-md bg-info-soft px-3 py-2 text-sm">
          <Icon name="info" className="mt-0.5 size-4 text-info" />
          {tn('noticeNode')}
        </p>
      )}
      {link === null && <p className="text-muted">{t('no')}</p>}
      {isLong && <p className="text-muted">{t('long')}</p>}
      {code && <QrCode drawing={code} label={t('alt', { name })} />}
      {link && (
        <>
          <p className="mt-3 flex items-start justify-center gap-1.5 text-sm">
            <Icon name="alert-triangle" className="mt-0.5 size-4 text-warning" />
            {t('warn')}
          </p>
          <div className="mt-3 flex flex-wrap gap-2 sm:grid sm:auto-cols-fr sm:grid-flow-col">
            {code && <SaveButtons code={code} />}
            <CopyButton className={SHARE} text={link} label={tn('copyLink')} />
          </div>
        </>
      )}
    </Dialog>
  )
}

/** On a phone every line of buttons is full. In a wider dialog all buttons have the same width. */
const SHARE = 'max-sm:flex-1'

function SaveButtons({ code }: { code: QrDrawing }) {
  const t = useTranslations('nodeList.qr')
  return (
    <>
      <Button
        icon="download"
        className={SHARE}
        onClick={() => void qrPng(code).then((png) => png && saveFile(png, 'qr.png'))}
      >
        {t('save', { type: 'PNG' })}
      </Button>
      <Button
        icon="download"
        className={SHARE}
        onClick={() => saveFile(new Blob([qrSvg(code)], { type: 'image/svg+xml' }), 'qr.svg')}
      >
        {t('save', { type: 'SVG' })}
      </Button>
    </>
  )
}
