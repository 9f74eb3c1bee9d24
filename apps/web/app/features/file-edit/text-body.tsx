import { CLIENT_FACTS, clientFacts } from '@switchyard/convert/facts'
import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeEditor, type CodeEditorHandle } from '../../components/config-editor/code-editor.tsx'
import { marksOf } from '../../components/config-editor/issue-marks.ts'
import { useWrap } from '../../components/config-editor/use-wrap.ts'
import { TextDiff } from '../../components/diff/text-diff.tsx'
import { askConfigEngine } from '../../components/engine/config-engine.ts'
import { useConfigAnswer } from '../../components/engine/use-config-answer.ts'
import { fileNameOf } from '../../components/file-save/file-address.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { copyText } from '../../ui/copy-button.tsx'
import type { MenuEntry } from '../../ui/menu.tsx'
import { FileHead } from './file-head.tsx'
import { FileIssues } from './file-issues.tsx'
import { languageOfFile } from './file-language.ts'
import { FileNotes } from './file-notes.tsx'
import type { FileBodyProps } from './file-screen.tsx'
import { useFileActions } from './use-file-actions.tsx'

/** A longer text is checked when somebody asks for it, in the workbench. */
const CHECKED_MAX = 1024 * 1024
/** Where the configs of a client are edited; another one has no workbench. */
const BENCHES: Readonly<Record<string, string>> = { 'clash-yaml': '/mihomo', 'singbox-json': '/singbox' }

/** A text file as text. */
export function TextBody({ session, state }: FileBodyProps) {
  const t = useTranslations('fileEdit')
  const locale = useRouteLocale()
  const actions = useFileActions({ session, state })
  const [wrap, toggleWrap] = useWrap()
  const [isDiff, setDiff] = useState(false)
  const editor = useRef<CodeEditorHandle>(null)
  const { path } = session.address
  const { format, texts, saved, lock, offered } = state
  const text = texts.now
  const language = languageOfFile(path)
  const isDocument = language === 'yaml' || language === 'json'
  const isReadOnly = lock !== undefined || offered !== undefined || format.isDamaged === true

  const question = useMemo(
    () =>
      isDocument && text.length <= CHECKED_MAX && text.trim() !== ''
        ? (api: Parameters<NonNullable<Parameters<typeof askConfigEngine>[0]>>[0]) =>
            api.checkFile(text, language, locale)
        : undefined,
    [isDocument, text, language, locale],
  )
  const { answer: checked } = useConfigAnswer(askConfigEngine, question)
  const marks = useMemo(() => marksOf(checked?.issues ?? []), [checked])
  const bench = checked?.client && BENCHES[clientFacts(checked.client).layout]

  const format2 = async () => {
    if (!isDocument) return
    const done = await askConfigEngine((api) => api.formatFile(text, language))
    if (session.text !== text) return
    if ('refused' in done) showToast({ kind: 'info', text: t(`format.${done.refused}`) })
    else if (done.text === text) showToast({ kind: 'info', text: t('format.same') })
    else session.change(done.text)
  }
  const items: MenuEntry[] = [
    { id: 'find', label: t('find'), icon: 'search', keys: 'mod+f', onSelect: () => editor.current?.run('search') },
    { id: 'line', label: t('goToLine'), onSelect: () => editor.current?.run('goToLine') },
    { id: 'wrap', label: t('wrap'), checked: wrap, onSelect: toggleWrap },
    { id: 'format', label: t('format.run'), disabled: !isDocument || isReadOnly, onSelect: () => void format2() },
    ...(actions.history ? [{ id: 'history', label: t('history'), icon: 'history' as const, onSelect: actions.history }] : []),
    { id: 'diff', label: t('diff'), icon: 'square-split-horizontal', checked: isDiff, onSelect: () => setDiff(!isDiff) },
    'separator',
    ...(isDocument ? [{ id: 'object', label: t('asObject'), icon: 'list' as const, onSelect: () => actions.open('/object-edit') }] : []),
    ...(bench ? [{ id: 'bench', label: t('inBench', { client: clientFacts(checked.client!).title }), icon: 'file-code' as const, onSelect: () => actions.open(bench) }] : []),
    'separator',
    { id: 'copy', label: t('copy'), icon: 'copy', onSelect: () => void copyText(text).then(() => showToast({ kind: 'success', text: t('copied') }), () => editor.current?.selectAll()) },
    { id: 'download', label: t('download'), icon: 'download', onSelect: () => { const { written } = session; if ('bytes' in written) saveFile(new Blob([written.bytes]), fileNameOf(path)) } },
    { id: 'remove', label: t('remove'), icon: 'trash-2', danger: true, disabled: isReadOnly || state.isNew, onSelect: actions.remove },
  ] // oxfmt-ignore
  return (
    <>
      <FileHead session={session} state={state} actions={actions} items={items} />
      <FileNotes session={session} state={state} actions={actions} />
      <FileIssues
        checked={checked}
        onShow={(issue) => {
          setDiff(false)
          setTimeout(() => editor.current?.goTo(issue.line))
        }}
      />
      {isDiff && (
        <div className="min-h-0 flex-1 overflow-auto" data-testid="file-diff">
          <TextDiff before={saved} after={text} language={language} label={t('diff')} />
        </div>
      )}
      <div className={isDiff ? 'hidden' : 'flex min-h-0 flex-1 flex-col'}>
        <CodeEditor
          ref={editor}
          label={t('textOf', { name: fileNameOf(path) })}
          value={text}
          readOnly={isReadOnly}
          testId="file-editor"
          className="min-h-0 flex-1"
          wrap={wrap}
          hasMarks
          marks={marks}
          statusWords={{ ...NO_WORDS, skipped: t('severity.error'), warn: t('severity.warning'), notice: t('severity.note') }}
          steps={{ undo: () => session.undo(), redo: () => session.redo() }}
          onChange={(next) => session.type(next)}
          {...(language ? { language } : {})}
          {...(checked?.client ? { hints: { client: checked.client, locale } } : {})}
        />
      </div>
      <footer className="file-status" data-testid="file-status">
        <span>{format.encoding.toUpperCase()}{format.hasMark ? ' BOM' : ''}</span>
        <span>{format.mixed === undefined ? (format.lineEnd === '\n' ? 'LF' : 'CRLF') : t('mixedEnds')}</span>
        {checked?.client && <span>{CLIENT_FACTS.find(({ id }) => id === checked.client)?.title}</span>}
      </footer>
      {actions.dialogs}
    </>
  ) // oxfmt-ignore
}

const NO_WORDS = {
  ok: '', 'to-fetch': '', duplicate: '', comment: '', excluded: '', refused: '', disabled: '', deleted: '', partly: '',
} // oxfmt-ignore
