import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Input } from '../../ui/field.tsx'
import { drawQr, QrCode } from '../../ui/qr-code.tsx'
import { importLinks } from './import-links.ts'

interface Props {
  /** Ids of the output and of one of its addresses. */
  output: string
  address: string
  /** What the client calls the profile. */
  name: string
}

/** The address that clients fetch: to copy, to scan, to open in a program. */
export function AddressView({ output, address, name }: Props) {
  const t = useTranslations('publish')
  const shown = useLoaded((signal) =>
    call('GET /api/outputs/:output/addresses/:address', { params: { output, address }, quiet: true, signal }),
  )
  const url = shown.data?.url
  const drawing = useMemo(() => (url === undefined ? undefined : drawQr(url)), [url])
  if (url === undefined || !drawing)
    return shown.error === undefined ? (
      <p className="text-muted">{t('loading')}</p>
    ) : (
      <Button onClick={shown.reload}>{t('retry')}</Button>
    )
  return (
    <div className="flex flex-col gap-3">
      {shown.data?.reachable === false && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">{t('notReachable')}</p>
      )}
      <div className="flex gap-2">
        <Input
          readOnly
          value={url}
          aria-label={t('address')}
          className="min-w-0 flex-1 font-mono text-xs"
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={url} label={t('copy')} look="solid" />
      </div>
      <div className="mx-auto w-56">
        <QrCode drawing={drawing} label={t('qr', { name })} />
      </div>
      <p className="text-center text-xs text-muted">{t('scan')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {importLinks(url, name).map(({ app, href }) => (
          <a key={app} href={href} className={buttonClass('outline', 'small')}>
            {t('openIn', { app })}
          </a>
        ))}
      </div>
      <p className="text-xs text-muted">{t('secret')}</p>
    </div>
  )
}
