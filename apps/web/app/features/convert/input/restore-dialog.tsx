import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { readOldLink } from '@switchyard/recipe/old-link'
import { kindsOf } from '@switchyard/recipe/settings-link'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { withOldLink } from './old-link.ts'
import { hostOf } from '../../../components/engine/host-of.ts'
import { useSession } from '../session/use-convert.ts'

/** Brings the settings of an old converter link into the form. The link is read, never opened. */
export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.old')
  const tt = useTranslations('convert.target')
  const tl = useTranslations('convert.link')
  const format = useFormatter()
  const session = useSession()
  const [text, setText] = useState('')
  const read = text.trim() === '' ? undefined : readOldLink(text)
  const issue = typeof read === 'string' ? read : undefined
  const link = typeof read === 'object' ? read : undefined
  // What is on the screen has no name.
  const ignored = link ? [...link.ignored, ...(link.name === undefined ? [] : ['filename'])] : []

  return (
    <Dialog
      open
      title={t('title')}
      dirty={text.trim() !== ''}
      onClose={onClose}
      footer={
        <Button
          look="solid"
          disabled={!link}
          onClick={() => {
            if (!link) return
            session.change((model) => withOldLink(model, link))
            showToast({ kind: 'success', text: t('applied') })
            onClose()
          }}
        >
          {t('apply')}
        </Button>
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
                    {tt(link.target)} {link.version}
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
                {link.list && <li>{tt('list')}</li>}
                {link.template && <li className="wrap-anywhere">{t('template', { url: link.template })}</li>}
              </>
            ) : (
              <li className={link.shared ? '' : 'font-mono break-all'}>
                {link.shared ? format.list(kindsOf(link.shared).map((kind) => tl(kind))) : link.query}
              </li>
            )}
          </ul>
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
