import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import type { TargetId } from '../../workers/conversion-types.ts'
import type { CodeEditorHandle } from './code-editor.tsx'
import type { EditorLanguage } from './code-mirror.ts'
import { fileSize } from './file-size.ts'
import { TARGETS, withTarget } from './model.ts'
import { outputFileName } from './output-file.ts'
import { OutlineView } from './outline.tsx'
import { Preview } from './output-preview.tsx'
import { Problems, type ProblemFilter } from './problems.tsx'
import { isHalted } from './session.ts'
import { useConvertState, useModelPart, useSession, useStatePart } from './use-convert.ts'
import { useShown, type Shown } from './use-shown.ts'

const DiffView = lazy(() => import('./diff-view.tsx').then(({ DiffView }) => ({ default: DiffView })))
const EditBanner = lazy(() => import('./edit-banner.tsx').then(({ EditBanner }) => ({ default: EditBanner })))

export type OutputTab = 'preview' | 'diff' | 'outline' | 'problems'
const COPIED_MS = 2000

interface Props {
  tab: OutputTab
  onTab: (tab: OutputTab) => void
  filter: ProblemFilter
  onFilter: (filter: ProblemFilter) => void
  onLine: (sourceId: string | undefined, line: number) => void
  onNode: (key: string) => void
  onRules: () => void
  onCompare: () => void
  onTemplate: () => void
  onQr: () => void
  copyRef: RefObject<(() => void) | null>
  /** On a phone: what else there is to do with the result, what stands above its buttons and what behind them. */
  more: readonly MenuEntry[]
  lead?: ReactNode
  next?: ReactNode
  className?: string
}

/** The result: its text, what changed, what it is made of, what is wrong. */
export function OutputPane({
  tab,
  onTab,
  filter,
  onFilter,
  onLine,
  onNode,
  onRules,
  onCompare,
  onTemplate,
  onQr,
  copyRef,
  more,
  lead,
  next,
  className = '',
}: Props) {
  const t = useTranslations('convert.output')
  const target = useModelPart(({ target }) => target)
  const result = useStatePart(({ result }) => result)
  const shown = useShown()
  const editor = useRef<CodeEditorHandle>(null)
  const [goTo, setGoTo] = useState<number>()
  const [editedFor, setEditedFor] = useState<TargetId>()
  const language: EditorLanguage | undefined =
    target === 'singbox' ? 'json' : target === 'links' || target === 'base64' ? undefined : 'yaml'

  useEffect(() => {
    if (goTo === undefined || tab !== 'preview') return
    // The editor needs a moment to be there.
    const timer = setTimeout(() => editor.current?.goTo(goTo), 50)
    setGoTo(undefined)
    return () => clearTimeout(timer)
  }, [goTo, tab])

  const showLine = (line: number) => {
    onTab('preview')
    setGoTo(line)
  }

  return (
    <section aria-label={t('label')} className={`min-h-0 min-w-0 flex-col ${className}`}>
      <TargetBar />
      <TemplateBar onTemplate={onTemplate} onCompare={onCompare} />
      <Tabs
        name="output"
        label={t('label')}
        value={tab}
        onChange={onTab}
        tabs={[
          { id: 'preview', label: t('preview'), testId: 'tab-preview' },
          { id: 'diff', label: t('diff'), testId: 'tab-diff' },
          { id: 'outline', label: t('outline'), testId: 'tab-outline' },
          {
            id: 'problems',
            label: t('problems'),
            testId: 'tab-problems',
            ...(result && result.problems.length > 0 ? { count: result.problems.length + result.moreProblems } : {}),
          },
        ]}
      />
      <OutputStatus />
      {shown.edit && (
        <Suspense>
          <EditBanner shown={shown} onLine={showLine} />
        </Suspense>
      )}
      <TabPanel name="output" id={tab} className="flex min-h-0 flex-1 flex-col">
        {tab === 'preview' && (
          <Preview
            shown={shown}
            editor={editor}
            language={language}
            wantsEdit={editedFor === target}
            onWantEdit={(wantsEdit) => setEditedFor(wantsEdit ? target : undefined)}
          />
        )}
        {tab === 'diff' && (
          <Suspense>
            <DiffView shown={shown} language={language} />
          </Suspense>
        )}
        {tab === 'outline' && <OutlineView outline={shown.outline} onLine={showLine} />}
        {tab === 'problems' && <Problems {...{ filter, onFilter, onLine, onNode, onRules }} />}
      </TabPanel>
      <Actions {...{ shown, editor, copyRef, onQr, more, lead, next }} />
    </section>
  )
}

function TargetBar() {
  const t = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ target }) => target)
  return (
    <div className="flex min-h-10 items-center gap-2 border-b border-line px-2 py-1">
      <div
        role="radiogroup"
        aria-label={t('output.target')}
        className="flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5"
      >
        {TARGETS.map((id) => (
          <label
            key={id}
            data-testid={`target-${id}`}
            className="inline-flex h-7 shrink-0 items-center rounded-md px-2 text-sm max-sm:px-1.5 text-muted has-checked:bg-selected has-checked:font-medium has-checked:text-fg has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-link hover:text-fg pointer-coarse:h-11"
          >
            <input
              type="radio"
              name="target"
              className="sr-only"
              checked={id === target}
              onChange={() => session.change((model) => withTarget(model, id))}
            />
            {t(id === 'links' ? 'target.linksShort' : `target.${id}`)}
          </label>
        ))}
      </div>
    </div>
  )
}

function TemplateBar({ onTemplate, onCompare }: { onTemplate: () => void; onCompare: () => void }) {
  const t = useTranslations('convert')
  const target = useModelPart(({ target }) => target)
  const template = useModelPart(({ common }) => common.template)
  const name = typeof template === 'string' ? t(`opt.${template}`) : template.name
  const hasTemplate = target !== 'links' && target !== 'base64'
  return (
    <div className="flex min-h-9 items-center gap-2 border-b border-line px-2">
      <Button
        size="small"
        look="ghost"
        aria-haspopup="dialog"
        disabled={!hasTemplate}
        className="min-w-0 max-w-full"
        data-testid="template-open"
        onClick={onTemplate}
      >
        <span className="truncate">{t('output.template', { name })}</span>
        <Icon name="chevron-down" className="size-3.5" />
      </Button>
      <span className="flex-1" />
      <IconButton icon="list-checks" size="small" label={t('compare')} onClick={onCompare} />
    </div>
  )
}

/** What is going on, and what went wrong, above the old result. */
function OutputStatus() {
  const t = useTranslations('convert')
  const session = useSession()
  const { status, progress, result, lists } = useConvertState()
  const error = result?.error
  const isAsked = error !== undefined || lists.failed.length > 0
  const hasInput = useModelPart(
    ({ sources }) =>
      isAsked && sources.some(({ text, enabled, asProvider }) => enabled && (asProvider || text.trim() !== '')),
  )
  return (
    <div className="text-sm">
      {status === 'running' && progress !== undefined && (
        <div className="flex items-center gap-3 border-b border-line px-3 py-2">
          <ProgressBar label={t('status.running')} className="flex-1" />
          <span className="text-muted tabular-nums">{t('status.reading', { n: progress })}</span>
          <Button size="small" onClick={() => session.cancel()}>
            {t('status.cancel')}
          </Button>
        </div>
      )}
      {status === 'manual' && (
        <Notice text={t('status.manual')}>
          <Button size="small" look="solid" data-testid="action-generate" onClick={() => session.generate()}>
            {t('status.generate')}
          </Button>
        </Notice>
      )}
      {isHalted(status) && (
        <Notice text={t(`status.${status}`)}>
          <Button size="small" onClick={() => session.generate()}>
            {t('status.retry')}
          </Button>
        </Notice>
      )}
      {lists.waiting > 0 && <Notice text={t('status.lists', { n: lists.waiting })} />}
      {lists.missing > 0 && lists.waiting === 0 && hasInput && (
        <Notice text={t('status.listsFailed', { n: lists.missing })}>
          <Button size="small" onClick={() => session.retryLists()}>
            {t('status.retry')}
          </Button>
        </Notice>
      )}
      {error && (hasInput || error.code !== 'no-nodes') && (
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-error-soft px-3 py-2">
          <Icon name="circle-alert" className="size-4 text-error" />
          <span className="min-w-0 flex-1 font-medium text-error" data-testid="output-error">
            {error.message}
          </span>
          {error.code === 'no-nodes-for-clash' && (
            <Button size="small" onClick={() => session.change((model) => ({ ...model, target: 'mihomo' }))}>
              {t('output.switchMihomo')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Notice({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1.5">
      <span className="flex-1 text-muted">{text}</span>
      {children}
    </div>
  )
}

interface ActionsProps extends Pick<Props, 'copyRef' | 'onQr' | 'more' | 'lead' | 'next'> {
  shown: Shown
  editor: RefObject<CodeEditorHandle | null>
}

function Actions({ shown, editor, copyRef, onQr, more, lead, next }: ActionsProps) {
  const t = useTranslations('convert.output')
  const format = useFormatter()
  const session = useSession()
  const target = useModelPart(({ target }) => target)
  const result = useStatePart(({ result }) => result)
  const [isCopied, setCopied] = useState(false)
  const hasResult = result !== undefined && !result.error && result.bytes > 0

  const copy = async () => {
    const blob = await session.blob()
    if (!blob) return
    try {
      await copyText(() => blob.text())
      setCopied(true)
      setTimeout(() => setCopied(false), COPIED_MS)
    } catch {
      editor.current?.selectAll()
      showToast({ kind: 'info', text: t('copyFailed') })
    }
  }
  const download = async () => {
    const blob = await session.blob()
    const { sources } = session.model
    const name = sources.length === 1 ? sources[0]!.name.replace(/\.\w+$/, '') : ''
    if (blob) saveFile(blob, outputFileName(name, target, new Date()))
  }
  useEffect(() => {
    copyRef.current = () => void copy()
  })

  return (
    <div
      data-actions
      className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-3 py-2 max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:z-10"
    >
      {lead}
      <Button
        look="solid"
        icon={isCopied ? 'check' : 'copy'}
        disabled={!hasResult}
        data-testid="action-copy"
        className="max-sm:flex-1"
        onClick={() => void copy()}
      >
        {isCopied ? t('copied') : t('copy')}
      </Button>
      <Button
        icon="download"
        disabled={!hasResult}
        data-testid="action-download"
        className={next ? '' : 'max-sm:flex-1'}
        onClick={() => void download()}
      >
        <span className={next ? 'max-sm:sr-only' : ''}>{t('download')}</span>
      </Button>
      <IconButton
        icon="qr-code"
        label={t('qr')}
        disabled={!hasResult}
        className="max-lg:hidden"
        data-testid="action-qr"
        onClick={onQr}
      />
      <span className="lg:hidden">
        <Menu
          label={t('more')}
          side="top"
          align="end"
          trigger={<IconButton icon="ellipsis" look="outline" label={t('more')} data-testid="action-more" />}
          items={[{ id: 'qr', label: t('qr'), icon: 'qr-code', disabled: !hasResult, onSelect: onQr }, ...more]}
        />
      </span>
      {next}
      {hasResult && (
        <span className="ml-auto max-lg:hidden text-xs text-muted tabular-nums">
          {t('size', { lines: shown.lines, size: fileSize(shown.bytes, format) })}
        </span>
      )}
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : ''}
      </span>
    </div>
  )
}
