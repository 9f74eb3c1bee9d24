import { useEffect, useEffectEvent, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useGrid } from '../grid-context.ts'
import { LinkIssues } from './link-preview.tsx'
import type { LinkRead, NodeRecord } from '../types.ts'

const READ_DELAY_MS = 200

interface Props {
  /** Of the node that is there now. */
  name: string
  read: (text: string) => Promise<LinkRead<NodeRecord>>
  onReplace: (link: string, node: NodeRecord) => void
  onClose: () => void
}

/** Another share link in place of the one that an entry came with; its place and what else was said about it stay. */
export default function ReplaceDialog({ name, read, onReplace, onClose }: Props) {
  const { t } = useGrid()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<{ of: string; read: LinkRead<NodeRecord> | undefined }>()
  const wanted = text.trim()
  const ask = useEffectEvent(async (link: string) => {
    setAnswer({ of: link, read: await read(link).catch(() => undefined) })
  })
  useEffect(() => {
    if (wanted === '') return
    const timer = setTimeout(() => void ask(wanted), READ_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const isAnswered = wanted !== '' && answer?.of === wanted
  const found = isAnswered ? answer.read : undefined
  const node = found?.node
  const error = (() => {
    if (!isAnswered || node) return undefined
    if (!found) return t('noAnswer')
    if (found.entries > 1) return t('replaceMany', { count: found.entries })
    return found.issues[0]?.text ?? t('replaceNone')
  })()
  return (
    <FormDialog
      title={t('replaceTitle', { name: name || t('noName') })}
      size="medium"
      dirty={text !== ''}
      apply={t('replace')}
      canApply={node !== undefined}
      onApply={() => node && onReplace(wanted, node)}
      onClose={onClose}
      data-testid="replace-dialog"
    >
      <Field label={t('replaceLabel')} hint={t('replaceHint')} error={error}>
        {(control) => (
          <Textarea
            {...control}
            data-autofocus
            rows={4}
            className="font-mono text-xs break-all"
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <section role="status" aria-label={t('replaceReads')} data-testid="replace-reads">
        {node && (
          <div className="rounded-md border border-line bg-sunken p-2 text-sm">
            <p className="flex min-w-0 items-center gap-2">
              <Badge>{node.type}</Badge>
              <span className="truncate font-medium">{node.name || t('noName')}</span>
            </p>
            <p className="mt-1 font-mono text-xs break-all" dir="ltr">
              {node.server.includes(':') ? `[${node.server}]` : node.server}:{node.port}
            </p>
            <LinkIssues issues={found?.issues ?? []} />
          </div>
        )}
      </section>
    </FormDialog>
  )
}
