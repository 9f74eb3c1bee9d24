import { useId, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { drawQr, QrCode } from '../../ui/qr-code.tsx'
import { ShortenStep } from '../short-service/shorten-step.tsx'
import { useClientName } from './client-name.ts'
import { importLinks, linksFor, type ImportLink } from './import-links.ts'

interface Props {
  output: Pick<DataOf<'GET /api/outputs'>['outputs'][number], 'id' | 'kind' | 'name' | 'client'>
  /** The id of one of its addresses. */
  address: string
}

/** The address that clients fetch: to copy, to scan, to open in a program. It is shown whole. */
export function AddressView({ output: { id: output, kind, name, client }, address }: Props) {
  const t = useTranslations('publish')
  const clientName = useClientName()
  // A phone scans no code of its own screen.
  const isPhone = useMedia(PHONE)
  const shown = useApi('GET /api/outputs/:output/addresses/:address', { params: { output, address }, quiet: true })
  const url = shown.data?.url
  const isReachable = shown.data?.reachable !== false
  const isOwner = useStore(session, undefined)?.user?.role === 'owner'
  const drawing = useMemo(() => (url === undefined ? undefined : drawQr(url)), [url])
  if (url === undefined || !drawing)
    return shown.error === undefined ? (
      <p className="text-muted">{t('loading')}</p>
    ) : (
      <Button onClick={shown.reload}>{t('retry')}</Button>
    )
  const code = (
    <>
      <div className="mx-auto w-56">
        <QrCode drawing={drawing} label={t('qr', { name })} />
      </div>
      {isReachable && <p className="mt-2 text-center text-muted">{t('scan')}</p>}
    </>
  )
  const { same, own } = linksFor(client, importLinks(url, name))
  const apps = (
    <>
      <Apps title={t('openIn')} links={same} />
      {kind === 'recipe' && (
        <Apps title={t('openInOwn')} note={t('getsOwn', { client: clientName(client) })} links={own} />
      )}
    </>
  )
  return (
    <div className="flex flex-col gap-4">
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
        <p className="text-muted">{t('secret')}</p>
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
    </div>
  )
}

interface AppsProps {
  title: string
  note?: string
  links: readonly ImportLink[]
}

/** Links that open the address in programs. */
function Apps({ title, note, links }: AppsProps) {
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
