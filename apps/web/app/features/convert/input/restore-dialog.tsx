import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { type OldLink, readOldLink } from '@switchyard/recipe/old-link'
import { kindsOf } from '@switchyard/recipe/settings-link'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { restoreLink, restoreTemplate } from './restore.ts'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useSession } from '../session/use-convert.ts'

interface Props {
  /** Stands in the text, and leaves it. */
  address: SubscriptionAddress | undefined
  onClose: () => void
}

/**
 * Brings the settings of an old converter link into the form. The link is read, never opened; what it names is fetched
 * when that is asked for.
 */
export function RestoreDialog({ address, onClose }: Props) {
  const t = useTranslations('convert.old')
  const tc = useTranslations('convert')
  const tg = useTranslations('convert.target')
  const tt = useTranslations('configForm.template')
  const tl = useTranslations('convert.link')
  const format = useFormatter()
  const session = useSession()
  const [text, setText] = useState(address?.text ?? '')
  const read = text.trim() === '' ? undefined : readOldLink(text)
  const issue = typeof read === 'string' ? read : undefined
  const link = typeof read === 'object' ? read : undefined
  // What is on the screen has no name.
  const ignored = link ? [...link.ignored, ...(link.name === undefined ? [] : ['filename'])] : []

  const hosts = link ? hostsOf(link) : []

  const restore = (isFetching: boolean) => {
    if (!link) return
    const added = restoreLink(session, link, address)
    undoToast(session, tc('undo'), t('applied'))
    onClose()
    if (!isFetching) return
    for (const id of added) void session.fetch(id)
    if (link.template !== undefined)
      void restoreTemplate(session, link.template).then(
        (why) => why && showToast({ kind: 'error', text: t('templateFailed', { reason: tt(`error.${why}`) }) }),
        reportGone(tc('status.noAnswer')),
      )
  }

  return (
    <Dialog
      open
      title={t('title')}
      dirty={text.trim() !== (address?.text ?? '')}
      onClose={onClose}
      data-testid="restore"
      footer={
        <>
          {hosts.length > 0 && <Button onClick={() => restore(false)}>{t('applyAlone')}</Button>}
          <Button look="solid" disabled={!link} onClick={() => restore(hosts.length > 0)}>
            {t(hosts.length > 0 ? 'applyAndFetch' : 'apply')}
          </Button>
        </>
      }
    >
      <Field label={t('label')} hint={t('hint')} error={issue && t(issue)}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            className="font-mono text-xs break-all"
            data-testid="old-link"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {link && (
        <div className="mt-4 text-sm">
          <p className="font-medium">{t('found')}</p>
          <ul className="mt-1 list-disc pl-5 marker:text-muted">
            {link.query === undefined ? (
              <>
                {link.target && (
                  <li>
                    {tg(link.target)} {link.version}
                  </li>
                )}
                {link.urls.length > 0 && (
                  <li>{t('sources', { n: link.urls.length, hosts: link.urls.map(hostOf).join(', ') })}</li>
                )}
                {link.links.length > 0 && <li>{t('links', { n: link.links.length })}</li>}
                {link.include && <li className="wrap-anywhere">{t('include', { pattern: link.include })}</li>}
                {link.exclude && <li className="wrap-anywhere">{t('exclude', { pattern: link.exclude })}</li>}
                {link.flag && <li>{t('flag')}</li>}
                {link.steps.length > 0 && <li>{t('steps', { n: link.steps.length })}</li>}
                {link.list && <li>{tg('list')}</li>}
                {link.template && <li className="wrap-anywhere">{t('template', { url: link.template })}</li>}
              </>
            ) : (
              <li className={link.shared ? '' : 'font-mono break-all'}>
                {link.shared ? format.list(kindsOf(link.shared).map((kind) => tl(kind))) : link.query}
              </li>
            )}
          </ul>
          {hosts.length > 0 && <p className="mt-2 text-muted">{t('fetches', { hosts: format.list(hosts) })}</p>}
          {link.unknownTarget && (
            <p className="mt-2 text-xs text-warning">{t('unknownTarget', { target: link.unknownTarget })}</p>
          )}
          {ignored.length > 0 && (
            <p className="mt-2 text-xs text-muted">{t('ignored', { names: ignored.join(', ') })}</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Whom the browser would ask for what the link names. What goes over http is asked for by nobody. */
function hostsOf({ urls, template }: OldLink): string[] {
  const all = [...urls, ...(template === undefined ? [] : [template])]
  return [...new Set(all.filter((url) => !isPlainHttp(url)).map(hostOf))].filter(Boolean)
}
