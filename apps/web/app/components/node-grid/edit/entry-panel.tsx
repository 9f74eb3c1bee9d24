import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { getAt, isLink } from '@switchyard/recipe/model'
import type { NodeField } from '@switchyard/convert/forms'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pending } from '../../../ui/pending.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'
import { useFieldLabel } from './field-control.tsx'
import { fieldText } from './field-values.ts'
import { sectionsOf } from './form-sections.ts'
import { useGrid } from '../grid-context.ts'
import { LinkIssues } from './link-preview.tsx'
import { maskRecord } from './secret-fields.ts'
import { maskLink, withReadableName } from './secrets.ts'
import type { EntryText, LinkRead, NodeRecord } from '../types.ts'

const READ_DELAY_MS = 200

interface Props {
  id: string
  /** What the entry is called. */
  name: string
  /** Why nothing is written for it, or why it is a notice. */
  reason: string | undefined
  load: () => Promise<EntryText | undefined>
  read: (text: string) => Promise<LinkRead<NodeRecord>>
  onSave: (text: string, node: NodeRecord) => void
  /** Absent: it has no fields. */
  onEdit: (() => void) | undefined
  onClose: () => void
}

/** The panel of an open entry. It waits for the text of the entry. */
export default function EntryPanel({ load, ...rest }: Props) {
  const [entry, setEntry] = useState<EntryText | null>()
  const start = useEffectEvent(() => load().catch(() => undefined))
  useEffect(() => {
    let wanted = true
    void start().then((loaded) => wanted && setEntry(loaded ?? null))
    return () => {
      wanted = false
    }
  }, [])
  return entry === undefined ? <Pending /> : <LoadedEntry entry={entry} {...rest} />
}

interface LoadedProps extends Omit<Props, 'load'> {
  /** Null: its text is not at hand. */
  entry: EntryText | null
}

/** The text of an entry and the fields that are read from it. The person can change the text. Secrets are masked at first. */
function LoadedEntry({ entry, id, name, reason, read, onSave, onEdit, onClose }: LoadedProps) {
  const { t, fixesOf } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  const [typed, setTyped] = useState<string>()
  const [answer, setAnswer] = useState<{ of: string; read: LinkRead<NodeRecord> | undefined }>()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box)
  useEffect(() => {
    // Whoever presses Enter twice has not asked for a repair.
    box.current?.querySelector<HTMLElement>('button:not([data-fix])')?.focus({ preventScroll: true })
  }, [])
  const wanted = typed?.trim()
  const ask = useEffectEvent(async (text: string) => {
    setAnswer({ of: text, read: await read(text).catch(() => undefined) })
  })
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void ask(wanted), READ_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  // The panel shows the line itself, and may have a button for the fields.
  const fixes = fixesOf(id).filter((fix) => fix.id !== 'jump' && !(onEdit && fix.id === 'edit'))
  const isChanged = wanted !== undefined && wanted !== entry?.text
  const found = isChanged && answer?.of === wanted ? answer.read : undefined
  const node = isChanged ? found?.node : entry?.node
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
      className="@container border-b border-line bg-sunken p-3 max-sm:pr-4 max-sm:pl-12 sm:pl-6"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {/* While the person types, the fields may disappear. Their place stays. */}
      <div className={`grid gap-x-6 gap-y-3 ${entry?.node || revealed ? '@min-[34rem]:grid-cols-2' : ''}`}>
        <div className="min-w-0">
          {entry === null ? (
            <p className="text-sm text-muted">{reason ?? t('linkNone')}</p>
          ) : (
            <EntrySource
              text={typed ?? entry.text}
              isShown={revealed}
              error={error ?? (isChanged || node ? undefined : reason)}
              reason={reason}
              onText={(next) => {
                setRevealed(true)
                setTyped(next)
              }}
            />
          )}
        </div>
        {node && (
          <div className="min-w-0" role="status" aria-label={t('entryFields')}>
            <p className={HEADING}>{t('entryFields')}</p>
            <Fields node={node} revealed={revealed} />
            <LinkIssues issues={found?.issues ?? []} />
          </div>
        )}
        <div
          className={`col-span-full flex flex-wrap gap-2 pointer-fine:*:h-7 ${fixes.length > 0 && !isChanged ? 'max-sm:grid max-sm:grid-cols-2' : ''}`}
        >
          {!isChanged &&
            fixes.map(({ id, label, run }) => (
              <Button key={id} size="small" data-fix={id} onClick={run}>
                {label}
              </Button>
            ))}
          {onEdit && !isChanged && (
            <Button size="small" onClick={onEdit}>
              {t('editFields')}
            </Button>
          )}
          {entry && (
            <Button size="small" onClick={() => setRevealed(!revealed)}>
              {t(revealed ? 'hideEntry' : 'showAndEdit')}
            </Button>
          )}
          {isChanged && (
            <Button size="small" look="solid" disabled={!found?.node} onClick={save}>
              {t('save')}
            </Button>
          )}
          <Button size="small" look={isChanged ? 'outline' : 'ghost'} onClick={onClose}>
            {!isChanged && <Icon name="chevron-down" className="size-3.5 rotate-180" />}
            {t(isChanged ? 'cancel' : 'collapse')}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface SourceProps {
  text: string
  isShown: boolean
  error: string | undefined
  reason: string | undefined
  onText: (text: string) => void
}

/** The text of an entry. At first it is masked and cannot be changed. Once it is shown it is a field. */
function EntrySource({ text, isShown, error, reason, onText }: SourceProps) {
  const { t } = useGrid()
  const heading = t(isLink(text) ? 'entryLink' : 'entryText')
  const [, address, name] = /^([^#]*#?)(.*)$/s.exec(withReadableName(maskLink(text))) ?? []
  if (!isShown)
    return (
      <div>
        <p className={HEADING}>{heading}</p>
        <p dir="ltr" className="rounded-md bg-hover px-2.5 py-1.5 font-mono text-xs break-all">
          {address}
          {/* A name that does not fit stands in a line of its own. */}
          <span className="inline-block max-w-full">{name}</span>
        </p>
        <p className={`mt-1 text-xs text-pretty break-keep wrap-anywhere ${error ? 'text-error' : 'text-muted'}`}>
          {error ?? reason}
        </p>
      </div>
    )
  return (
    <Field label={heading} error={error} hint={t('hiddenSoon')}>
      {(control) => (
        <Textarea
          {...control}
          autoFocus
          rows={4}
          dir="ltr"
          className="resize-y font-mono text-xs break-all"
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  )
}

const HEADING = 'mb-1 text-sm font-medium'

/** What the record has, field by field. */
function Fields({ node, revealed }: { node: NodeRecord; revealed: boolean }) {
  const shown = useMemo(() => (revealed ? node : maskRecord(node)), [node, revealed])
  const fields = sectionsOf(node)
    .flatMap((section) => section.fields)
    .map((field) => ({ field, value: getAt(shown, field.path) }))
    .filter(({ value }) => value !== undefined && value !== null && value !== '')
  return (
    <dl className="grid max-h-48 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 overflow-y-auto text-xs">
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
