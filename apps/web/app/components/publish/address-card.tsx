import { type ReactNode, useId, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { drawQr, QrCode } from '../../ui/qr-code.tsx'
import { ShortenStep } from '../short-service/shorten-step.tsx'
import type { ImportLink } from './import-links.ts'

interface Props {
  url: string
  /** Of what stands there. */
  name: string
  /** Who can read it. */
  note: ReactNode
  /** What other devices do not reach is not scanned, and the card says what to do about it. */
  isReachable?: boolean
  /** Links that open it in programs. */
  apps?: ReactNode
}

/** An address that clients fetch, shown whole: to copy, to shorten, to scan, to open in a program. */
export function AddressCard({ url, name, note, isReachable = true, apps }: Props) {
  const t = useTranslations('publish')
  // A phone scans no code of its own screen.
  const isPhone = useMedia(PHONE)
  const isOwner = useStore(session, undefined)?.user?.role === 'owner'
  const drawing = useMemo(() => drawQr(url), [url])
  const code = (
    <>
      <div className="mx-auto w-56">
        <QrCode drawing={drawing} label={t('qr', { name })} />
      </div>
      {isReachable && <p className="mt-2 text-center text-muted">{t('scan')}</p>}
    </>
  )
  return (
    <>
      {!isReachable && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          {t(isOwner ? 'notReachable' : 'notReachableMember')}
        </p>
      )}
      <div className="flex flex-col gap-2">
        <div className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch">
          <code
            className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-1.5 text-xs leading-5 break-all select-all"
            data-testid="address-url"
          >
            {url}
          </code>
          <CopyButton text={url} label={t('copy')} look="solid" />
        </div>
        <p className="text-muted">{note}</p>
        <ShortenStep url={url} />
      </div>
      {isPhone ? (
        <>
          {apps}
          <details className="group border-t border-line">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium">
              <span className="flex-1">{t('code')}</span>
              <Icon name="chevron-down" className="size-4 text-muted group-open:rotate-180" />
            </summary>
            {code}
          </details>
        </>
      ) : (
        <>
          <div>{code}</div>
          {apps}
        </>
      )}
    </>
  )
}

interface AppsProps {
  title: string
  note?: string
  links: readonly ImportLink[]
}

/** Links that open the address in programs. */
export function ImportApps({ title, note, links }: AppsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {note && <p className="text-muted">{note}</p>}
      <ul className="mt-2 grid auto-rows-fr grid-cols-2 gap-2">
        {links.map(({ app, href }) => (
          <li key={app} className="flex">
            <a href={href} className={`${buttonClass()} h-auto min-h-(--control) w-full text-center whitespace-normal`}>
              {app}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
