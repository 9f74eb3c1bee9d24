import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type FormEvent } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { Section, type ChangeField } from './field-section.tsx'
import { useGrid } from '../grid-context.ts'
import { LinkLine, useLink } from './link-preview.tsx'
import { getAt, setAt } from '@switchyard/recipe/model'
import type { FieldIssue } from './field-values.ts'
import { fieldPathOf, recordIssues, sectionsOf } from './form-sections.ts'
import { NODE_TYPES, startNode } from './new-node.ts'
import { RawRecord } from './raw-record.tsx'
import type { FieldHint, LinkPreview, NodeRecord } from '../types.ts'

/** Stands for the record as a text among the paths of its fields. */
const RAW = '\0raw'

interface Props {
  /** It is a new node, and of which type is asked first. */
  adds?: boolean
  load: () => Promise<NodeRecord | undefined>
  /** It tells of traffic or expiry and is no server. */
  isNotice?: boolean | undefined
  /** Leaves out this entry only. */
  onDisable?: (() => void) | undefined
  /** Leaves out all such entries. */
  onExcludeNotices?: (() => void) | undefined
  /** What it was opened for: shown at its field until that is changed. */
  hint?: FieldHint | undefined
  preview: ((node: NodeRecord) => Promise<LinkPreview>) | undefined
  /** Absent: the record can be looked at only. */
  onSave: ((node: NodeRecord, loaded: NodeRecord) => void) | undefined
  onClose: () => void
}

/** Every field of a node, as a form or as the record itself; the link it makes is seen while it changes. */
export default function FieldEditor(props: Props) {
  const { adds = false, isNotice = false, onDisable, onExcludeNotices, load, hint, preview, onSave, onClose } = props
  const { t } = useGrid()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [before, setBefore] = useState<NodeRecord | null>()
  const [node, setNode] = useState<NodeRecord>()
  const [broken, setBroken] = useState<ReadonlyMap<string, FieldIssue>>(new Map())
  const [tab, setTab] = useState<'form' | 'raw'>('form')
  const [tried, setTried] = useState(false)
  const [isUnanswered, setUnanswered] = useState(false)
  const [link, linkOf] = useLink(node, preview)

  const focusFirst = () => {
    // What is broken stands in the tab that is open: it would be lost on the way to the other.
    if (broken.size === 0) setTab('form')
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const start = useEffectEvent(async () => {
    try {
      const loaded = await load()
      setBefore(loaded ?? null)
      setNode(loaded)
    } catch {
      setUnanswered(true)
    }
  })
  useEffect(() => void start(), [])
  const hintsAt = hint !== undefined
  useEffect(() => {
    if (hintsAt && before) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [hintsAt, before])

  const issues = useMemo(() => {
    const all = new Map<string, FieldIssue>(node ? recordIssues(node) : [])
    for (const [path, issue] of broken) all.set(path, issue)
    return all
  }, [node, broken])
  const path = hint?.field !== undefined && node ? fieldPathOf(node, hint.field) : undefined
  const isTouched = path !== undefined && getAt(node, path) !== getAt(before, path)
  const hinted = hint && path && !isTouched ? [hintAt(path, hint)] : []
  const refused = link?.issues.filter(({ severity }) => severity === 'error') ?? []
  const dirty = node !== undefined && (broken.size > 0 || JSON.stringify(node) !== JSON.stringify(before))

  const change: ChangeField = (path, value, issue) => {
    const key = path.join('.')
    setBroken((now) => {
      // With a part, what is broken in it goes.
      const next = new Map([...now].filter(([each]) => each !== key && !each.startsWith(`${key}.`)))
      // What is wrong with a value that stands in the record is found there.
      if (issue === 'json' || issue === 'map') next.set(key, issue)
      return next
    })
    setNode((now) => now && setAt(now, path, value))
  }

  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (!node || !before || !onSave) return
    if (issues.size > 0) return focusFirst()
    const latest = preview ? await linkOf(node) : undefined
    setUnanswered(preview !== undefined && !latest)
    if (preview && !latest) return
    if (latest?.issues.some(({ severity }) => severity === 'error')) return focusFirst()
    onSave(node, before)
    onClose()
  }
  const wrong = issues.size > 0 ? t('invalid', { count: issues.size }) : refused[0]?.text
  const failure = (tried ? wrong : undefined) ?? (isUnanswered ? t('noAnswer') : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={dirty}
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{node?.name || t(adds ? 'addNode' : 'editFields')}</span>
          {node && <Badge>{node.type}</Badge>}
        </span>
      }
      className="sm:fixed sm:inset-y-0 sm:right-0 sm:max-h-none sm:max-w-[480px] sm:rounded-none"
      data-testid="field-editor"
      footer={
        <>
          {failure !== undefined && (
            <p role="alert" className="mr-auto flex items-center max-sm:basis-full gap-1.5 text-xs text-error">
              <Icon name="circle-alert" className="size-3.5" />
              {failure}
            </p>
          )}
          <Button onClick={onClose}>{t(onSave ? 'cancel' : 'done')}</Button>
          {onSave && (
            <Button look="solid" type="submit" form={formId} disabled={!node}>
              {t(adds ? 'add' : 'save')}
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
            onChange={(next) => (broken.size > 0 ? focusFirst() : setTab(next))}
            className="mb-4"
            tabs={[
              { id: 'form', label: t('form') },
              { id: 'raw', label: t('raw') },
            ]}
          />
          {isNotice && (
            <Notice
              onDisable={onDisable && (() => (onDisable(), onClose()))}
              onExclude={onExcludeNotices && (() => (onExcludeNotices(), onClose()))}
            />
          )}
          {hint && path === undefined && (
            <p role="alert" className="mb-4 flex items-start gap-1.5 text-sm text-error">
              <Icon name="circle-alert" className="mt-0.5 size-4" />
              {hint.text}
            </p>
          )}
          {preview && !(adds && issues.size > 0) && <LinkLine link={link} />}
          <TabPanel name="node" id={tab} className="flex flex-col gap-6">
            {tab === 'form' && adds && (
              <TypeField node={node} onType={(next) => (setBroken(new Map()), setNode(next))} />
            )}
            {tab === 'form' ? (
              sectionsOf(node).map((section) => (
                <Section
                  key={section.name}
                  {...{ section, node, issues, change, tried }}
                  errors={[...hinted, ...refused]}
                />
              ))
            ) : (
              <RawRecord
                node={node}
                onChange={setNode}
                onBroken={(is) => change([RAW], undefined, is ? 'json' : undefined)}
              />
            )}
          </TabPanel>
        </form>
      )}
    </Dialog>
  )
}

/** Says that the entry is no server. One button disables it. The other excludes all such entries, also those of a later update. */
function Notice({ onDisable, onExclude }: Record<'onDisable' | 'onExclude', (() => void) | undefined>) {
  const { t } = useGrid()
  return (
    <div className="mb-4 flex items-start gap-2 rounded-md bg-info-soft p-3 text-sm">
      <Icon name="info" className="mt-0.5 size-4 shrink-0 text-info" />
      <div className="flex min-w-0 flex-1 flex-wrap gap-2">
        <p className="basis-full">{t('noticeWays')}</p>
        {onDisable && (
          <Button className="max-sm:grow" onClick={onDisable}>
            {t('noticeDisable')}
          </Button>
        )}
        {onExclude && (
          <Button className="max-sm:grow" onClick={onExclude}>
            {t('noticeExclude')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Which protocol a new node is of; what both have stays when it changes. */
function TypeField({ node, onType }: { node: NodeRecord; onType: (next: NodeRecord) => void }) {
  const { t } = useGrid()
  return (
    <Field label={t('column.protocol')}>
      {(control) => (
        <Select
          {...control}
          data-autofocus
          value={node.type}
          choices={NODE_TYPES.map((type) => ({ value: type, label: type }))}
          onChange={(type) => onType(startNode(type, node))}
        />
      )}
    </Field>
  )
}

function hintAt(path: readonly string[], { text }: FieldHint): LinkPreview['issues'][number] {
  return { code: 'hint', text, severity: 'error', field: path.join('.') }
}
