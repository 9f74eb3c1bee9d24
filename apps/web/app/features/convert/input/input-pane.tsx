import { Suspense, useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { ROWS_AT_ONCE, useSliced } from '../../../components/node-grid/grid/use-sliced.ts'
import { useWrap } from '../../../components/config-editor/use-wrap.ts'
import { Button, type ButtonSize } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import {
  type LineIssue,
  type LineMark,
  type LineStatus,
  type NodeRow,
  type OtherRow,
  type RowOutcome,
  TEXT_SOURCE,
  textOf,
  withText,
} from '@switchyard/recipe/model'
import { CodeEditor, type CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import type { SourceState } from '../../../components/engine/desk-state.ts'
import { fixesOf, issuesOfLine } from '../nodes/fixes.ts'
import { withOutcomes } from './line-marks.ts'
import { RefusedFiles } from './refused-files.tsx'
import { useModel, useModelPart, useSession, useStatePart } from '../session/use-convert.ts'
import { useFixTools } from '../nodes/use-fixes.ts'

interface Props {
  editor: RefObject<CodeEditorHandle | null>
}

interface PaneProps extends Props {
  /** Closes the sheet that the pane is in. Absent: the pane is in no sheet. */
  onDone?: () => void
}

/** The editor of the text. Its foot shows the detected format and a button to the lines with problems. */
export function InputPane({ editor, onDone }: PaneProps) {
  const t = useTranslations('convert.opt')
  const marks = useLineMarks()
  const [isCardOpen, setCardOpen] = useState(false)
  const isMerged = isCardOpen && !onDone
  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col">
      <div className={`relative flex min-h-0 flex-1 flex-col ${isMerged ? MERGED.editor : ''}`}>
        <InputEditor editor={editor} marks={marks} onCard={setCardOpen} />
      </div>
      <div
        className={`flex min-h-(--foot) flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-muted empty:hidden max-sm:px-4 ${isMerged ? MERGED.foot : ''}`}
      >
        {!onDone && <Detected className={isMerged ? MERGED.words : ''} />}
        <Limit className={isMerged ? MERGED.words : ''} />
        <NextProblem editor={editor} marks={marks} size={onDone ? 'medium' : 'small'} />
        {onDone && (
          <Button look="solid" className="flex-1" onClick={onDone}>
            {t('done')}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * In a wide pane the bar of the line stands in the place of the words about the whole text. It is as high as the foot,
 * and has room for the button to the next problem.
 */
const MERGED = {
  editor: 'isolate @min-[30rem]:[--card-end:11rem] @min-[30rem]:[--card-height:var(--foot)]',
  foot: '@min-[30rem]:absolute @min-[30rem]:right-0 @min-[30rem]:bottom-0 @min-[30rem]:border-t-0',
  words: '@min-[30rem]:hidden',
}

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}
const SourceCards = lazyPart(() => import('./source-cards.tsx').then(({ SourceCards }) => SourceCards))

/** A card for each source where there is more than the text, and files that are none. */
export function Sources() {
  const hasMore = useModelPart(({ sources }) => sources.some(({ id }) => id !== TEXT_SOURCE))
  const info = useTextInfo()
  const hasCards = hasMore || (info?.addresses.length ?? 0) > 0
  const region = useRef<HTMLDivElement>(null)
  useKeptFocus(region)
  return (
    <div ref={region} className="flex max-h-[45%] shrink-0 sm:max-h-1/3 flex-col">
      <RefusedFiles />
      {hasCards && (
        <Suspense>
          <SourceCards />
        </Suspense>
      )}
    </div>
  )
}

const NO_MARKS: readonly LineMark[] = []
const NO_ROWS: readonly NodeRow[] = []
const NO_OTHERS: readonly OtherRow[] = []
const NO_OUTCOMES: ReadonlyMap<string, RowOutcome> = new Map()

/** The marks of the lines: what became of the nodes of each line. */
function useLineMarks(): readonly LineMark[] {
  const session = useSession()
  const result = useStatePart(({ result }) => result)
  const ownMarks = useStore(session.desk.marks, NO_MARKS)
  const rows = useStore(session.desk.rows, NO_ROWS)
  const others = useStore(session.desk.others, NO_OTHERS)
  const outcomes = useStore(session.desk.outcomes, NO_OUTCOMES)
  const marking = useCallback(
    () => withOutcomes(ownMarks, { issues: result?.issues ?? [], rows, others, outcomes }),
    [ownMarks, result, rows, others, outcomes],
  )
  return useSliced(marking, rows.length + ownMarks.length <= ROWS_AT_ONCE, NO_MARKS)
}

interface MarkedProps extends Props {
  marks: readonly LineMark[]
}

interface EditorProps extends MarkedProps {
  onCard: (isOpen: boolean) => void
}

/** The editor of the text. Each line has a mark. */
function InputEditor({ editor, marks, onCard }: EditorProps) {
  const t = useTranslations('convert')
  const session = useSession()
  const model = useModel()
  const tools = useFixTools()
  const [wrap] = useWrap()
  const listedOf = useStatePart(({ listedOf }) => listedOf)
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
        'to-fetch': t('summary.toFetch'),
        skipped: t('line.skipped'),
        duplicate: t('line.duplicate'),
        comment: t('line.comment'),
        notice: t('line.notice'),
        excluded: t('line.excluded'),
        refused: t('line.refused'),
        disabled: t('line.disabled'),
        deleted: t('line.deleted'),
        partly: t('line.partly'),
      }}
      wrap={wrap}
      testId="convert-input"
      className="min-h-0 flex-1"
      onCard={onCard}
      onChange={(next, isPaste) => session.change((model) => withText(model, next), isPaste ? 'paste' : 'typing')}
    />
  )
}

function useTextInfo() {
  return useStore(useSession().desk.sources, NO_SOURCES)[TEXT_SOURCE]?.info
}

/** What the text was taken for, and how long it is. */
export function Detected({ className = '' }: { className?: string }) {
  const t = useTranslations('convert.input')
  const info = useTextInfo()
  if (!info || info.kind === 'empty') return null
  const { kind, lines, entries, comments } = info
  const wordsOf = (key: 'detected' | 'detectedBrief') =>
    kind === 'unknown'
      ? t('unrecognised', { n: lines, comments })
      : // What was packed into one line is counted unpacked.
        t(key, { kind: t(`kind.${kind}`), n: kind === 'base64' ? entries : lines, comments })
  return (
    // The long words need a wide pane.
    <span data-testid="detected" className={`inline-block tabular-nums first-letter:uppercase ${className}`}>
      <span className="hidden @min-[30rem]:inline">{wordsOf('detected')}</span>
      <span className="@min-[30rem]:hidden">{wordsOf('detectedBrief')}</span>
    </span>
  )
}

function Limit({ className }: { className: string }) {
  const t = useTranslations('convert.input')
  return useTextInfo()?.isCut && <span className={`text-warning ${className}`}>{t('limit')}</span>
}

/** The lines that the list shows as problems. */
const PROBLEMS: ReadonlySet<LineStatus> = new Set(['warn', 'skipped', 'refused'])

/** A button that goes from the line of the caret to the next line with a problem. After the last one it begins again. */
function NextProblem({ editor, marks, size }: MarkedProps & { size: ButtonSize }) {
  const t = useTranslations('convert.input')
  const lines = useMemo(() => marks.flatMap(({ line, status }) => (PROBLEMS.has(status) ? line : [])), [marks])
  const isFirst = useRef(true)
  if (lines.length === 0) return null
  const goOn = () => {
    // The first press may choose the line of the caret itself.
    const from = (editor.current?.caret() ?? 1) - (isFirst.current ? 1 : 0)
    isFirst.current = false
    editor.current?.goTo(lines.find((line) => line > from) ?? lines[0]!)
  }
  return (
    <Button size={size} icon="arrow-down" className="ml-auto" data-testid="next-problem" onClick={goOn}>
      {t('problemLines', { n: lines.length })}
    </Button>
  )
}
