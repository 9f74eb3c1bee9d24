import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { getAt } from '@switchyard/recipe/model'
import type { NodeField } from '@switchyard/convert/forms'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'
import { useFieldLabel } from './field-control.tsx'
import { fieldText } from './field-values.ts'
import { sectionsOf } from './form-sections.ts'
import { useGrid } from './grid-context.ts'
import { LinkIssues } from './link-preview.tsx'
import { maskRecord } from './secret-fields.ts'
import { maskLink } from './secrets.ts'
import type { EntryText, LinkRead, NodeRecord } from './types.ts'

const READ_DELAY_MS = 200

interface Props {
  /** What the entry is called. */
  name: string
  /** Why nothing was read of it. */
  reason: string | undefined
  load: () => Promise<EntryText | undefined>
  read: (text: string) => Promise<LinkRead>
  onSave: (text: string, node: NonNullable<LinkRead['node']>) => void
  /** Absent: it has no fields. */
  onEdit: (() => void) | undefined
  onClose: () => void
}

/** What an entry says, to be changed, with what is read of it beside it. Its secrets are masked until asked for. */
export default function EntryPanel({ name, reason, load, read, onSave, onEdit, onClose }: Props) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  const [entry, setEntry] = useState<EntryText | null>()
  const [typed, setTyped] = useState<string>()
  const [answer, setAnswer] = useState<{ of: string; read: LinkRead | undefined }>()
  const box = useRef<HTMLDivElement>(null)

  const start = useEffectEvent(() => load().catch(() => undefined))
  useEffect(() => {
    let wanted = true
    void start().then((loaded) => wanted && setEntry(loaded ?? null))
    return () => {
      wanted = false
    }
  }, [])
  const isLoaded = entry !== undefined
  useEffect(() => {
    if (isLoaded) box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [isLoaded])
  const wanted = typed?.trim()
  const ask = useEffectEvent(async (text: string) => {
    setAnswer({ of: text, read: await read(text).catch(() => undefined) })
  })
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void ask(wanted), READ_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const isChanged = wanted !== undefined && wanted !== entry?.text
  const found = isChanged && answer?.of === wanted ? answer.read : undefined
  const node = isChanged ? found?.node : entry?.node
  const text = typed ?? entry?.text ?? ''
  const error = (() => {
    if (!isChanged || answer?.of !== wanted || found?.node) return undefined
    if (!found) return t('noAnswer')
    return found.entries > 1 ? t('replaceMany', { count: found.entries }) : (found.issues[0]?.text ?? t('replaceNone'))
  })()
  const save = () => {
    if (!isChanged || !found?.node) return
    onSave(wanted, found.node)
    onClose()
  }
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('entryOf', { name: name || t('noName') })}
      data-testid="entry-panel"
      className="flex flex-wrap gap-x-4 gap-y-2 border-b border-line bg-sunken p-3"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="flex min-w-56 flex-1 flex-col gap-2">
        {entry === null ? (
          <p className="text-sm text-muted">{reason ?? t('linkNone')}</p>
        ) : (
          <Field
            label={t('entryText')}
            error={error ?? (isChanged ? undefined : reason)}
            hint={revealed ? undefined : t('showToEditHint')}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                dir="ltr"
                spellCheck={false}
                autoCapitalize="off"
                readOnly={!revealed}
                className={`font-mono text-xs break-all ${revealed ? 'resize-y' : 'resize-none'}`}
                value={revealed ? text : maskLink(text)}
                onChange={(event) => {
                  setRevealed(true)
                  setTyped(event.target.value)
                }}
              />
            )}
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          {entry && (
            <Button
              size="small"
              data-autofocus
              icon={revealed ? 'eye-off' : 'eye'}
              onClick={() => setRevealed(!revealed)}
            >
              {t(revealed ? 'hideSecrets' : 'showSecrets')}
            </Button>
          )}
          {onEdit && (
            <Button size="small" data-autofocus={entry === null || undefined} onClick={onEdit}>
              {t('editFields')}
            </Button>
          )}
          <Button size="small" data-autofocus={(entry === null && !onEdit) || undefined} onClick={onClose}>
            {t(isChanged ? 'cancel' : 'collapse')}
          </Button>
          {isChanged && (
            <Button size="small" look="solid" disabled={!found?.node} onClick={save}>
              {t('save')}
            </Button>
          )}
        </div>
      </div>
      {node && (
        <div className="min-w-56 flex-1" role="status" aria-label={t('entryFields')}>
          <p className="mb-1 text-sm font-medium">{t('entryFields')}</p>
          <Fields node={node} revealed={revealed} />
          <LinkIssues issues={found?.issues ?? []} />
        </div>
      )}
    </div>
  )
}

/** What the record has, field by field. */
function Fields({ node, revealed }: { node: NodeRecord; revealed: boolean }) {
  const shown = useMemo(() => (revealed ? node : maskRecord(node)), [node, revealed])
  const fields = sectionsOf(node)
    .flatMap((section) => section.fields)
    .map((field) => ({ field, value: getAt(shown, field.path) }))
    .filter(({ value }) => value !== undefined && value !== null && value !== '')
  return (
    <dl className="grid max-h-48 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 overflow-y-auto text-xs">
      {fields.map(({ field, value }) => (
        <FieldRow key={field.path.join('.')} field={field} value={value} />
      ))}
    </dl>
  )
}

function FieldRow({ field, value }: { field: NodeField; value: unknown }) {
  const label = useFieldLabel(field)
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="font-mono wrap-anywhere">{fieldText(field, value)}</dd>
    </>
  )
}
