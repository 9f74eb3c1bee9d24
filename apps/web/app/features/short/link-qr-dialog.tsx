import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { drawQr, QrCode } from '../../ui/qr-code.tsx'

/** A short link, to scan. */
export function LinkQrDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTranslations('short')
  const drawing = useMemo(() => drawQr(url), [url])
  return (
    <Dialog open size="small" title={t('qrTitle')} onClose={onClose} data-testid="link-qr">
      <div className="mx-auto w-56">
        <QrCode drawing={drawing} label={t('qrOf', { url })} />
      </div>
      <div className="mt-4 flex items-center gap-2">
        <code className="min-w-0 flex-1 break-all select-all">{url}</code>
        <CopyButton text={url} label={t('copy')} />
      </div>
    </Dialog>
  )
}
