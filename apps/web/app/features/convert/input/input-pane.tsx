import { Suspense, useMemo, useRef, useState, type DragEvent, type HTMLAttributes, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import {
  type LineIssue,
  type LineMark,
  type NodeRow,
  TEXT_SOURCE,
  textOf,
  withMoreText,
  withText,
} from '@switchyard/recipe/model'
import { addFiles, refusedFiles } from './add-files.ts'
import { CodeEditor, type CodeEditorHandle } from '../../../components/code-editor/code-editor.tsx'
import { SAMPLE } from './sample.ts'
import type { SourceState } from '../session/session-state.ts'
import { fixesOf, issuesOfLine } from '../nodes/fixes.ts'
import { withIssues } from './line-marks.ts'
import { SourceCards } from './source-cards.tsx'
import { undoToast } from '../session/undo-toast.ts'
import { useModel, useSession, useStatePart } from '../session/use-convert.ts'
import { useFixTools } from '../nodes/use-fixes.ts'

const UrlDialog = lazyPart(() => import('./url-dialog.tsx').then(({ UrlDialog }) => UrlDialog))

interface Props {
  editor: Ref<CodeEditorHandle>
  /** What it is to the tab that shows it. */
  panel: HTMLAttributes<HTMLElement>
  onRestore: () => void
  className?: string
}

/** One box that takes everything, and a card for each source. */
export function InputPane({ editor, panel, onRestore, className = '' }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const model = useModel()
  const pane = useRef<HTMLElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isAddingUrl, setAddingUrl] = useState(false)
  const isEmpty = model.sources.length === 0 || (model.sources.length === 1 && textOf(model) === '')
  const take = (list: Iterable<File>) => void addFiles(session, [...list], t)

  const append = (more: string) => session.change((model) => withMoreText(model, more), 'paste')
  const withClipboard = async (use: (text: string) => void) => {
    try {
      use(await navigator.clipboard.readText())
    } catch {
      showToast({ kind: 'info', text: t('input.pasteFailed') })
    }
  }
  const paste = () => withClipboard(append)
  const putText = (text: string, told: 'emptied' | 'replaced') => {
    session.change((model) => withText(model, text), 'paste')
    undoToast(session, t, t(`input.${told}`))
  }
  const replace = () => withClipboard((text) => text.trim() !== '' && putText(text, 'replaced'))
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const { files } = event.dataTransfer
    // Where text is put within the editor is the editor’s business.
    if (files.length === 0 && (event.target as Element).closest('[data-text-field], textarea')) return
    event.preventDefault()
    const dropped = event.dataTransfer.getData('text')
    if (files.length > 0) take(files)
    else if (dropped) append(dropped)
  }
  useKeptFocus(pane)

  return (
    <section
      ref={pane}
      aria-label={t('panes.input')}
      {...panel}
      className={`relative min-h-0 min-w-0 flex-col ${className}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.some((type) => type === 'Files' || type === 'text/plain')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        const { currentTarget, relatedTarget } = event
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDropCapture={onDrop}
    >
      <div className="flex min-h-10 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
        {!isEmpty && (
          <>
            <Button look="ghost" size="small" icon="clipboard-paste" onClick={() => void paste()}>
              {t('input.paste')}
            </Button>
            <Button look="ghost" size="small" icon="files" onClick={() => files.current?.click()}>
              {t('input.file')}
            </Button>
          </>
        )}
        <Button look="ghost" size="small" icon="plus" onClick={() => setAddingUrl(true)}>
          {t('input.url')}
        </Button>
        {textOf(model) !== '' && (
          <>
            <Button look="ghost" size="small" icon="clipboard-paste" onClick={() => void replace()}>
              {t('input.replace')}
            </Button>
            <Button look="ghost" size="small" icon="trash-2" onClick={() => putText('', 'emptied')}>
              {t('input.empty')}
            </Button>
          </>
        )}
        <input
          ref={files}
          type="file"
          multiple
          hidden
          data-testid="file-input"
          accept=".txt,.yaml,.yml,.json,.conf,.list,.gz,image/*"
          aria-label={t('input.file')}
          onChange={(event) => {
            take(event.target.files ?? [])
            event.target.value = ''
          }}
        />
      </div>
      <div className="relative flex min-h-40 flex-1 flex-col">
        <InputEditor editor={editor} />
        {isEmpty && (
          <EmptyInput onPaste={() => void paste()} onFiles={() => files.current?.click()} onRestore={onRestore} />
        )}
      </div>
      <Refused />
      <Detected />
      <SourceCards />
      {isOver && (
        <div
          className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium"
          data-testid="drop-zone"
        >
          {t('input.drop')}
        </div>
      )}
      {isAddingUrl && (
        <Suspense>
          <UrlDialog onClose={() => setAddingUrl(false)} />
        </Suspense>
      )}
    </section>
  )
}

const NO_MARKS: readonly LineMark[] = []
const NO_ROWS: readonly NodeRow[] = []

/** The text as it is typed, each line with a mark of its own. */
function InputEditor({ editor }: Pick<Props, 'editor'>) {
  const t = useTranslations('convert')
  const session = useSession()
  const model = useModel()
  const tools = useFixTools()
  const result = useStatePart(({ result }) => result)
  const ownMarks = useStore(session.marks, NO_MARKS)
  const listedOf = useStatePart(({ listedOf }) => listedOf)
  const rows = useStore(session.rows, NO_ROWS)
  const marks = useMemo(() => withIssues(ownMarks, result?.issues ?? [], rows), [ownMarks, result, rows])
  const actionsOf = (line: number, issue: LineIssue) =>
    issuesOfLine(line, [issue], listedOf)
      .flatMap((issue) => fixesOf(issue, tools))
      .filter(({ id }) => id !== 'jump')
  return (
    <CodeEditor
      ref={editor}
      label={t('input.label')}
      value={textOf(model)}
      marks={marks}
      actionsOf={actionsOf}
      statusWords={{
        ok: t('line.ok'),
        warn: t('line.warn'),
        skipped: t('line.skipped'),
        duplicate: t('line.duplicate'),
        comment: t('line.comment'),
      }}
      testId="convert-input"
      className="min-h-0 flex-1"
      onChange={(next, isPaste) => session.change((model) => withText(model, next), isPaste ? 'paste' : 'typing')}
    />
  )
}

interface EmptyProps {
  onPaste: () => void
  onFiles: () => void
  onRestore: () => void
}

/** What one can begin with. */
function EmptyInput({ onPaste, onFiles, onRestore }: EmptyProps) {
  const t = useTranslations('convert')
  const session = useSession()
  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col gap-4 overflow-hidden px-4 pt-16 pl-16">
      <p className="max-w-72 text-sm text-muted">{t('input.placeholder')}</p>
      <div className="flex flex-wrap gap-2 *:pointer-events-auto">
        <Button look="solid" icon="clipboard-paste" onClick={onPaste}>
          {t('input.paste')}
        </Button>
        <Button icon="files" onClick={onFiles}>
          {t('input.file')}
        </Button>
        <Button
          icon="file-text"
          data-testid="sample"
          onClick={() => session.change((model) => withText(model, SAMPLE), 'paste')}
        >
          {t('input.sample')}
        </Button>
        <Button
          look="ghost"
          icon="history"
          className="-ml-3 h-auto min-h-(--control) max-w-full shrink text-left whitespace-normal"
          onClick={onRestore}
        >
          {t('restore')}
        </Button>
      </div>
    </div>
  )
}

const NOTHING_REFUSED: readonly string[] = []

/** Why files are not among the sources, until it is put away or other files are chosen. */
function Refused() {
  const t = useTranslations('convert.input')
  const refused = useStore(refusedFiles, NOTHING_REFUSED)
  if (refused.length === 0) return null
  return (
    <div className="flex items-start gap-2 border-t border-line px-3 py-1.5 text-sm" data-testid="refused-files">
      <Icon name="circle-alert" className="mt-1 size-4 text-error" />
      <ul className="max-h-24 min-w-0 flex-1 overflow-y-auto break-words">
        {refused.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
      <IconButton icon="x" size="small" label={t('refusedClose')} onClick={() => refusedFiles.set([])} />
    </div>
  )
}

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}

/** What the text was taken for, and how long it is. */
function Detected() {
  const t = useTranslations('convert.input')
  const { info } = useStore(useSession().sources, NO_SOURCES)[TEXT_SOURCE] ?? {}
  if (!info || info.kind === 'empty') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-muted">
      <span data-testid="detected" className="badge border-line-strong tabular-nums">
        {t('detected', {
          kind: t(`kind.${info.kind}`),
          // What was packed into one line is counted unpacked.
          n: info.kind === 'base64' ? info.entries : info.lines,
        })}
      </span>
      {info.isCut && <span className="text-warning">{t('limit')}</span>}
    </div>
  )
}
