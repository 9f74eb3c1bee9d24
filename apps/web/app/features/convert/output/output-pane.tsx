import { outputFacts } from '@switchyard/convert/facts'
import { Suspense, useEffect, useRef, useState, type HTMLAttributes } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Pending } from '../../../ui/pending.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import type { OutputId } from '@switchyard/recipe/model'
import type { CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import type { EditorLanguage } from '../../../components/config-editor/language.ts'
import { OutputActions, type ActionSlots } from './output-actions.tsx'
import { useIsWaiting } from '../input/to-fetch.tsx'
import { ErrorRepair } from './error-repair.tsx'
import { Preview } from './output-preview.tsx'
import { OutputStatus } from './output-status.tsx'
import type { IssueFilter } from './issue-panel.tsx'
import { TargetBar, TemplateButton } from './target-bar.tsx'
import { countProblems } from '../session/problems.ts'
import { useModelPart, useStatePart } from '../session/use-convert.ts'
import { useShown } from './use-shown.ts'

const NoResult = lazyPart(() => import('./no-result.tsx').then(({ NoResult }) => NoResult))
const OutputDiff = lazyPart(() => import('./output-diff.tsx').then(({ OutputDiff }) => OutputDiff))
const OutlineView = lazyPart(() =>
  import('../../../components/config-editor/outline.tsx').then(({ OutlineView }) => OutlineView),
)
const IssuePanel = lazyPart(() => import('./issue-panel.tsx').then(({ IssuePanel }) => IssuePanel))
const EditBanner = lazyPart(() => import('./edit-banner.tsx').then(({ EditBanner }) => EditBanner))

export type OutputTab = 'preview' | 'diff' | 'outline' | 'problems'

interface Props extends ActionSlots {
  /** What it is to the tab that shows it. */
  panel: HTMLAttributes<HTMLElement>
  /** It is seen: what it has to say stands in it. */
  isShown: boolean
  tab: OutputTab
  onTab: (tab: OutputTab) => void
  filter: IssueFilter
  onFilter: (filter: IssueFilter) => void
  onLine: (sourceId: string | undefined, line: number) => void
  onNode: (key: string) => void
  onRules: () => void
  /** A new rule to a group is asked for. */
  onAddRule: (group: string) => void
  onCompare: () => void
  onTemplate: () => void
  onClear: () => void
  className?: string
}

/** The result: its text, what changed, what it is made of, what is wrong. */
export function OutputPane({
  panel,
  isShown,
  tab,
  onTab,
  filter,
  onFilter,
  onLine,
  onNode,
  onRules,
  onAddRule,
  onCompare,
  onTemplate,
  onClear,
  onQr,
  handle,
  lead,
  phone,
  className = '',
}: Props) {
  const t = useTranslations('convert.output')
  const target = useModelPart(({ output }) => output)
  const result = useStatePart(({ result }) => result)
  const problems = useStatePart(countProblems)
  const shown = useShown()
  // What was written before stays below the error; without it there is nothing to look at but the reason.
  const isWaiting = useIsWaiting()
  const error = isWaiting || (result?.text === undefined && !shown.edit) ? result?.error : undefined
  // Without nodes there is nothing to compare, and no config that needs a template.
  const hasNodes = error?.code !== 'no-nodes'
  const shownTab = error && tab !== 'problems' ? 'preview' : tab
  const pane = useRef<HTMLElement>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const [goTo, setGoTo] = useState<number>()
  const [editedFor, setEditedFor] = useState<OutputId>()
  const { language: outputLanguage } = outputFacts(target).file
  const language: EditorLanguage | undefined = outputLanguage === 'text' ? undefined : outputLanguage

  useKeptFocus(pane)
  useEffect(() => {
    if (goTo === undefined || tab !== 'preview') return
    editor.current?.goTo(goTo)
    setGoTo(undefined)
  }, [goTo, tab])

  const showLine = (line: number) => {
    onTab('preview')
    setGoTo(line)
  }

  return (
    <section ref={pane} aria-label={t('label')} {...panel} className={`min-h-0 min-w-0 flex-col ${className}`}>
      <TargetBar onCompare={phone || !hasNodes ? undefined : onCompare} />
      <div className="@container flex shrink-0 items-center border-b border-line pr-1">
        <Tabs
          name="output"
          label={t('label')}
          className="tabs-bar min-w-0 flex-1 border-b-0 @max-[28rem]:[--tab-gap:1rem]"
          value={shownTab}
          onChange={onTab}
          tabs={[
            { id: 'preview', label: t('preview'), testId: 'tab-preview' },
            ...(error
              ? []
              : ([
                  { id: 'diff', label: t('diff'), testId: 'tab-diff' },
                  { id: 'outline', label: t('outline'), testId: 'tab-outline' },
                ] as const)),
            {
              id: 'problems',
              label: t('problems'),
              testId: 'tab-problems',
              count: problems || undefined,
              hint: problems > 0 ? t('problemsHint', { n: problems }) : undefined,
            },
          ]}
        />
        {!phone && hasNodes && <TemplateButton onTemplate={onTemplate} />}
      </div>
      {isShown && (
        <OutputStatus
          isErrorBelow={error !== undefined && shownTab === 'preview'}
          areListsTold={shownTab === 'problems' && (filter === 'all' || filter === 'warning')}
          // Above the problems a phone has no room for the question about rule lists. The other tabs show it.
          isBrief={phone !== undefined && shownTab === 'problems'}
        />
      )}
      {shown.edit && (
        <Suspense>
          <EditBanner shown={shown} onLine={showLine} />
        </Suspense>
      )}
      <TabPanel name="output" id={shownTab} className="flex min-h-0 flex-1 flex-col">
        {result && error && shownTab === 'preview' && (
          <Suspense fallback={<Pending />}>
            <NoResult {...{ result, error, onLine, onClear }} onProblems={() => onTab('problems')}>
              <ErrorRepair code={error.code} look="solid" />
            </NoResult>
          </Suspense>
        )}
        {!error && tab === 'preview' && (
          <Preview
            shown={shown}
            editor={editor}
            language={language}
            isNarrow={phone !== undefined}
            wantsEdit={editedFor === target}
            onWantEdit={(wantsEdit) => setEditedFor(wantsEdit ? target : undefined)}
          />
        )}
        {shownTab === 'diff' && (
          <Suspense fallback={<Pending />}>
            <OutputDiff shown={shown} language={language} />
          </Suspense>
        )}
        {shownTab === 'outline' && (
          <Suspense fallback={<Pending />}>
            <OutlineView outline={shown.outline} onLine={showLine} onAddRule={onAddRule} />
          </Suspense>
        )}
        {shownTab === 'problems' && (
          <Suspense fallback={<Pending />}>
            <IssuePanel {...{ filter, onFilter, onLine, onNode, onRules }} />
          </Suspense>
        )}
      </TabPanel>
      <OutputActions {...{ editor, handle, onQr, lead, phone }} isNothing={error !== undefined} />
    </section>
  )
}
