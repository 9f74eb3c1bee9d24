import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type FormEvent } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Textarea, type FieldControl } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { useGrid } from './grid-context.ts'
import {
  fieldPathOf,
  fieldText,
  getAt,
  readField,
  recordProblems,
  sectionsOf,
  setAt,
  startTransport,
  type FieldProblem,
  type FieldSection,
  type NodeField,
} from './node-fields.ts'
import { holdsSecret, isSecretKey, MASK, maskLink, maskRecord } from './secrets.ts'
import type { FieldHint, LinkPreview, NodeRecord } from './types.ts'
import { useTimedReveal } from './use-timed.ts'

interface Props {
  load: () => Promise<NodeRecord | undefined>
  /** What it was opened for: shown at its field until that is changed. */
  hint?: FieldHint | undefined
  preview: ((node: NodeRecord) => Promise<LinkPreview>) | undefined
  /** Absent: the record can be looked at only. */
  onSave: ((node: NodeRecord) => void) | undefined
  onClose: () => void
}

const PREVIEW_DELAY_MS = 200

/** Every field of a node, as a form or as the record itself; the link it makes is seen while it changes. */
export default function FieldEditor({ load, hint, preview, onSave, onClose }: Props) {
  const { t } = useGrid()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [before, setBefore] = useState<NodeRecord | null>()
  const [node, setNode] = useState<NodeRecord>()
  const [broken, setBroken] = useState<ReadonlyMap<string, FieldProblem>>(new Map())
  const [tab, setTab] = useState<'form' | 'raw'>('form')
  const [tried, setTried] = useState(false)
  const [link, linkOf] = useLink(node, preview)

  const focusFirst = () => {
    setTab('form')
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const start = useEffectEvent(async () => {
    const loaded = await load().catch(() => undefined)
    setBefore(loaded ?? null)
    setNode(loaded)
  })
  useEffect(() => void start(), [])
  const hintsAt = hint !== undefined
  useEffect(() => {
    if (hintsAt && before) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [hintsAt, before])

  const problems = useMemo(() => {
    const all = new Map<string, FieldProblem>(node ? recordProblems(node) : [])
    for (const [path, problem] of broken) all.set(path, problem)
    return all
  }, [node, broken])
  const path = hint?.field !== undefined && node ? fieldPathOf(node, hint.field) : undefined
  const isTouched = path !== undefined && getAt(node, path) !== getAt(before, path)
  const hinted = hint && path && !isTouched ? [hintAt(path, hint)] : []
  const refused = link?.problems.filter(({ severity }) => severity === 'error') ?? []
  const dirty = node !== undefined && (broken.size > 0 || JSON.stringify(node) !== JSON.stringify(before))

  const change = (path: readonly string[], value: unknown, problem?: FieldProblem) => {
    const key = path.join('.')
    setBroken((now) => {
      if ((problem ?? undefined) === now.get(key)) return now
      const next = new Map(now)
      // What is wrong with a value that stands in the record is found there.
      if (problem === 'json' || problem === 'map' || problem === 'number') next.set(key, problem)
      else next.delete(key)
      return next
    })
    setNode((now) => now && setAt(now, path, value))
  }

  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (!node || !onSave) return
    if (problems.size > 0) return focusFirst()
    const latest = preview ? await linkOf(node) : undefined
    if (latest?.problems.some(({ severity }) => severity === 'error')) return focusFirst()
    onSave(node)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={dirty}
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{node?.name || t('editFields')}</span>
          {node && <Badge>{node.type}</Badge>}
        </span>
      }
      className="sm:fixed sm:inset-y-0 sm:right-0 sm:max-h-none sm:max-w-[480px] sm:rounded-none"
      data-testid="field-editor"
      footer={
        <>
          {tried && (problems.size > 0 || refused.length > 0) && (
            <p role="alert" className="mr-auto flex items-center gap-1.5 text-xs text-error">
              <Icon name="circle-alert" className="size-3.5" />
              {problems.size > 0 ? t('invalid', { count: problems.size }) : refused[0]!.text}
            </p>
          )}
          <Button onClick={onClose}>{t(onSave ? 'cancel' : 'done')}</Button>
          {onSave && (
            <Button look="solid" type="submit" form={formId} disabled={!node}>
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      {before === null && <p className="py-6 text-center text-sm text-muted">{t('nodeGone')}</p>}
      {node && (
        <form ref={form} id={formId} noValidate onSubmit={(event) => void save(event)}>
          <Tabs
            label={t('editFields')}
            name="node"
            value={tab}
            onChange={setTab}
            className="-mx-4 mb-4"
            tabs={[
              { id: 'form', label: t('form') },
              { id: 'raw', label: t('raw') },
            ]}
          />
          {hint && path === undefined && (
            <p role="alert" className="mb-4 flex items-start gap-1.5 text-sm text-error">
              <Icon name="circle-alert" className="mt-0.5 size-4" />
              {hint.text}
            </p>
          )}
          {preview && <LinkLine link={link} />}
          <TabPanel name="node" id={tab} className="flex flex-col gap-6">
            {tab === 'form' ? (
              sectionsOf(node).map((section) => (
                <Section
                  key={section.name}
                  {...{ section, node, problems, change, tried }}
                  errors={[...hinted, ...refused]}
                />
              ))
            ) : (
              <Raw
                node={node}
                onChange={setNode}
                onBroken={(is) => change(['\0raw'], undefined, is ? 'json' : undefined)}
              />
            )}
          </TabPanel>
        </form>
      )}
    </Dialog>
  )
}

function hintAt(path: readonly string[], { text }: FieldHint): LinkPreview['problems'][number] {
  return { code: 'hint', text, severity: 'error', field: path.join('.') }
}

/** The link of a record, asked for a moment after it changed. */
function useLink(node: NodeRecord | undefined, preview: Props['preview']) {
  const [link, setLink] = useState<LinkPreview>()
  const asked = useRef(0)
  const linkOf = async (record: NodeRecord) => {
    const turn = ++asked.current
    const answer = await preview!(record).catch(() => undefined)
    if (turn === asked.current) setLink(answer)
    return answer
  }
  const ask = useEffectEvent((record: NodeRecord) => void linkOf(record))
  const on = preview !== undefined
  useEffect(() => {
    if (!node || !on) return
    const timer = setTimeout(() => ask(node), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [node, on])
  return [link, linkOf] as const
}

function LinkLine({ link }: { link: LinkPreview | undefined }) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  return (
    <section
      aria-label={t('linkPreview')}
      className="mb-4 rounded-md border border-line bg-sunken p-2"
      data-testid="link-preview"
    >
      <div className="flex items-center gap-1">
        <span className="mr-auto text-xs font-medium text-muted">{t('linkPreview')}</span>
        {link?.link && (
          <>
            <IconButton
              icon={revealed ? 'eye-off' : 'eye'}
              size="small"
              aria-pressed={revealed}
              label={t(revealed ? 'hideSecret' : 'showSecret')}
              onClick={() => setRevealed(!revealed)}
            />
            <CopyButton text={link.link} label={t('copyLink')} iconOnly size="small" />
          </>
        )}
      </div>
      <p className="line-clamp-3 font-mono text-xs break-all" dir="ltr">
        {link === undefined ? ' ' : link.link ? (revealed ? link.link : maskLink(link.link)) : t('linkNone')}
      </p>
      {link && link.problems.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-0.5 text-xs">
          {link.problems.map(({ code, text, severity, field }, at) => (
            <li
              key={`${code}${field}${at}`}
              className={`flex gap-1.5 ${severity === 'error' ? 'text-error' : severity === 'warning' ? 'text-warning' : 'text-muted'}`}
            >
              <Icon
                name={severity === 'note' ? 'info' : severity === 'error' ? 'circle-alert' : 'alert-triangle'}
                className="mt-0.5 size-3.5"
              />
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Change = (path: readonly string[], value: unknown, problem?: FieldProblem) => void

interface SectionProps {
  section: FieldSection
  node: NodeRecord
  problems: ReadonlyMap<string, FieldProblem>
  errors: LinkPreview['problems']
  change: Change
  tried: boolean
}

function Section({ section, node, problems, errors, change, tried }: SectionProps) {
  const { t } = useGrid()
  const { name, part, nullable, fields } = section
  const there = part === undefined || (getAt(node, part) ?? undefined) !== undefined
  const off = nullable ? null : undefined
  const title = t(`section.${name}`)
  const isTransport = name === 'transport'
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="contents">
        <span className="mb-1 flex items-center border-b border-line pb-1 text-xs font-semibold text-muted">
          {title}
        </span>
      </legend>
      {part && !isTransport && (
        <Switch checked={there} onChange={(on) => change(part, on ? section.start : off)}>
          {t('sectionOn', { name: title })}
        </Switch>
      )}
      {there || isTransport
        ? fields.map((field) => {
            const key = field.path.join('.')
            if (isTransport && field.path[1] === 'type') {
              const type = fieldText(field, getAt(node, field.path))
              return (
                <Field key={key} label={t('field.transportType')}>
                  {(control) => (
                    <Select
                      {...control}
                      value={type}
                      choices={[{ value: '', label: 'tcp' }, ...withOwn(field.options!, type)]}
                      onChange={(next) => change(['transport'], next === '' ? off : startTransport(next))}
                    />
                  )}
                </Field>
              )
            }
            const problem = problems.get(key)
            const error = errors.find((each) => each.field === key || each.field === field.path.at(-1))
            return (
              <NodeFieldControl
                key={key}
                field={field}
                value={getAt(node, field.path)}
                error={
                  problem && (tried || problem !== 'required')
                    ? t(`problem.${problem}`, { min: field.min ?? 0, max: field.max ?? '∞' })
                    : error?.text
                }
                onChange={(value, problem) => change(field.path, value, problem)}
              />
            )
          })
        : null}
    </fieldset>
  )
}

function withOwn(options: readonly string[], value: string) {
  const all = value === '' || options.includes(value) ? options : [...options, value]
  return all.map((option) => ({ value: option, label: option }))
}

interface ControlProps {
  field: NodeField
  value: unknown
  error: string | undefined
  onChange: (value: unknown, problem?: FieldProblem) => void
}

function NodeFieldControl({ field, value, error, onChange }: ControlProps) {
  const { t } = useGrid()
  const { kind, required } = field
  const label = useFieldLabel(field)
  // What is typed stays as it is typed: `h2,` is no list yet.
  const [typed, setTyped] = useState<{ text: string; value: unknown }>()
  // What it began as decides: while it is typed, it must not become another control.
  const [startedSecret] = useState(() => kind === 'json' && holdsSecret(fieldText(field, value)))
  const text = typed && Object.is(typed.value, value) ? typed.text : fieldText(field, value)
  const write = (next: string) => {
    const read = readField(field, next, value)
    setTyped({ text: next, value: read.value })
    onChange(read.value, read.problem)
  }
  const words = (
    <>
      {label}
      {required && (
        <span aria-hidden="true" className="text-error">
          {' '}
          *
        </span>
      )}
    </>
  )
  const hint = kind === 'list' ? t('listHint') : kind === 'map' ? t('mapHint') : undefined
  const shared = (control: FieldControl) => ({ ...control, 'aria-required': required || undefined, value: text })
  return (
    <Field label={words} error={error} hint={hint}>
      {(control) => {
        if (kind === 'switch') {
          return (
            <Select
              {...control}
              value={text}
              choices={[
                { value: '', label: t('byDefault') },
                { value: 'true', label: t('on') },
                { value: 'false', label: t('off') },
              ]}
              onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
            />
          )
        }
        if (kind === 'select') {
          return (
            <Select
              {...control}
              value={text}
              choices={[
                ...(required && text !== '' ? [] : [{ value: '', label: t('byDefault') }]),
                ...withOwn(field.options!, text),
              ]}
              onChange={(next) => write(next)}
            />
          )
        }
        if (kind === 'secret') return <SecretInput {...shared(control)} label={label} onText={write} />
        if (kind === 'list' || kind === 'map' || kind === 'json' || kind === 'long') {
          const secret = kind === 'long' ? isSecretKey(field.path.at(-1)!) : startedSecret
          if (secret) return <SecretInput {...shared(control)} label={label} onText={write} long />
          return (
            <Textarea
              {...shared(control)}
              rows={Math.min(8, Math.max(2, text.split('\n').length))}
              className="font-mono text-xs"
              onChange={(event) => write(event.target.value)}
            />
          )
        }
        return (
          <Input
            {...shared(control)}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            onChange={(event) => write(event.target.value)}
          />
        )
      }}
    </Field>
  )
}

/** Words where there are some, and always the name that configs use: people search for it. */
function useFieldLabel({ path }: NodeField): string {
  const { t } = useGrid()
  const name = path.at(-1)!
  return t.has(`field.${name}` as 'field.name') ? t(`field.${name}` as 'field.name') : name
}

interface SecretInputProps extends FieldControl {
  value: string
  label: string
  long?: boolean
  onText: (text: string) => void
}

function SecretInput({ value, label, long = false, onText, ...control }: SecretInputProps) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  return (
    <span className="flex min-w-0 items-start gap-1">
      {long && revealed ? (
        <Textarea
          {...control}
          rows={4}
          className="font-mono text-xs"
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      ) : (
        <Input
          {...control}
          // No field of a password manager: what it holds is no password of this site.
          type="text"
          readOnly={!revealed && value !== ''}
          value={revealed || value === '' ? value : MASK}
          className="font-mono"
          onFocus={(event) => revealed || event.target.select()}
          onChange={(event) => {
            setRevealed(true)
            onText(event.target.value)
          }}
        />
      )}
      {value !== '' && (
        <>
          <IconButton
            icon={revealed ? 'eye-off' : 'eye'}
            aria-pressed={revealed}
            label={`${t(revealed ? 'hideSecret' : 'showSecret')}: ${label}`}
            onClick={() => setRevealed(!revealed)}
          />
          <CopyButton text={value} label={`${t('copy')}: ${label}`} iconOnly />
        </>
      )}
    </span>
  )
}

interface RawProps {
  node: NodeRecord
  onChange: (node: NodeRecord) => void
  onBroken: (broken: boolean) => void
}

/** The record itself. It is written to only while its secrets can be read. */
function Raw({ node, onChange, onBroken }: RawProps) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  const [typed, setTyped] = useState<{ text: string; broken: boolean }>()
  const hidden = useMemo(() => JSON.stringify(maskRecord(node), null, 2), [node])
  const text = revealed || typed?.broken ? (typed?.text ?? JSON.stringify(node, null, 2)) : hidden
  const readable = revealed || typed?.broken === true
  const write = (next: string) => {
    let read: unknown
    try {
      read = JSON.parse(next)
    } catch {
      read = undefined
    }
    const ok = typeof read === 'object' && read !== null && (read as NodeRecord).type === node.type
    setTyped({ text: next, broken: !ok })
    onBroken(!ok)
    if (ok) onChange(read as NodeRecord)
  }
  return (
    <Field
      label={t('record')}
      error={typed?.broken ? t('problem.record', { type: node.type }) : undefined}
      hint={readable ? undefined : t('rawHint')}
    >
      {(control) => (
        <>
          <Textarea
            {...control}
            rows={Math.min(24, text.split('\n').length + 1)}
            readOnly={!readable}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <Button
            className="self-start"
            icon={readable ? 'eye-off' : 'eye'}
            disabled={typed?.broken}
            onClick={() => {
              setTyped(undefined)
              setRevealed(!revealed)
            }}
          >
            {t(readable ? 'hideSecrets' : 'showAndEdit')}
          </Button>
        </>
      )}
    </Field>
  )
}
