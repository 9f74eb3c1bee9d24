import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeEditor, type CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import { useWrap } from '../../../components/config-editor/use-wrap.ts'
import { askConfigEngine, unlessDropped } from '../../../components/engine/config-engine.ts'
import { useConfigAnswer } from '../../../components/engine/use-config-answer.ts'
import { fileNameOf } from '../../../components/file-save/file-address.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { ObjectChange, ObjectTree } from '../../../workers/tasks/object.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MenuEntry } from '../../../ui/menu.tsx'
import { Pending } from '../../../ui/pending.tsx'
import { SearchField } from '../../../ui/search-input.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { FileHead } from '../file-head.tsx'
import { languageOfFile } from '../file-language.ts'
import { FileNotes } from '../file-notes.tsx'
import type { FileBodyProps } from '../file-screen.tsx'
import { useFileActions } from '../use-file-actions.tsx'
import { ObjectPanel } from './object-panel.tsx'
import { useObjectHints } from './use-object-hints.ts'
import { columnsOf, findRows, idOfPath, objectRows, ROOT_ID } from './object-rows.ts'

const ObjectTreeView = lazyPart(() => import('./object-tree.tsx').then((part) => part.ObjectTreeView))
const ObjectTable = lazyPart(() => import('./object-table.tsx').then((part) => part.ObjectTable))
const VIEWS = ['tree', 'raw'] as const
/** Why a change was not made; all others mean that the tree was of another text. */
const REFUSALS = ['shared', 'anchor-used', 'key-taken', 'broken'] as const

interface Read {
  /** Of which text. */
  text: string
  tree: ObjectTree
}

/** A document of YAML or JSON as a tree. */
export function ObjectBody({ session, state }: FileBodyProps) {
  const t = useTranslations('objectEdit')
  const tf = useTranslations('fileEdit')
  const locale = useRouteLocale()
  const actions = useFileActions({ session, state })
  const [wrap] = useWrap()
  const editor = useRef<CodeEditorHandle>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<(typeof VIEWS)[number]>('tree')
  const [words, setWords] = useState('')
  const [selected, setSelected] = useState(ROOT_ID)
  const [table, setTable] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const { path } = session.address
  const name = fileNameOf(path)
  const { format, texts, lock, offered } = state
  const text = texts.now
  const language = languageOfFile(path) === 'json' ? 'json' : 'yaml'
  const isReadOnly = lock !== undefined || offered !== undefined || format.isDamaged === true

  const question = useMemo(
    () => async (api: Parameters<Parameters<typeof askConfigEngine>[0]>[0]): Promise<Read> => ({
      text,
      tree: await api.objectTree(text, language, locale),
    }),
    [text, language, locale],
  ) // oxfmt-ignore
  const { answer: read } = useConfigAnswer(askConfigEngine, question)
  const hints = useObjectHints(text, language)
  const root = read && 'root' in read.tree ? read.tree.root : undefined
  const rows = useMemo(() => root && objectRows(root), [root])
  const found = useMemo(() => rows && findRows(rows, words), [rows, words])
  const row = rows?.get(selected) ?? rows?.get(ROOT_ID)
  const tableRow = table === undefined ? undefined : rows?.get(table)
  const columns = tableRow && columnsOf(tableRow)

  const edit = async (change: ObjectChange) => {
    // The tree is that of another text for the moment.
    if (!read || read.text !== session.text || isReadOnly) return
    const done = await askConfigEngine((api) => api.objectEdit(read.text, language, change)).catch(unlessDropped)
    if (!done || read.text !== session.text) return
    if ('refused' in done)
      return setRefused(t(`refused.${REFUSALS.find((one) => one === done.refused) ?? 'path-missing'}`))
    setRefused(undefined)
    session.change(done.text)
    if (change.kind === 'remove') setSelected(row?.parent ?? ROOT_ID)
    else if (done.path) setSelected(idOfPath(done.path))
  }
  const toText = (line: number) => {
    setView('raw')
    setTimeout(() => editor.current?.goTo(line))
  }
  const select = (id: string) => {
    setSelected(id)
    setRefused(undefined)
  }
  useEffect(() => setRefused(undefined), [view])

  const items: MenuEntry[] = [
    { id: 'text', label: tf('asText'), icon: 'file-text', onSelect: () => actions.open('/file-edit') },
    {
      id: 'remove',
      label: tf('remove'),
      icon: 'trash-2',
      danger: true,
      disabled: isReadOnly || state.isNew,
      onSelect: actions.remove,
    },
  ]
  return (
    <>
      <FileHead session={session} state={state} actions={actions} items={items} />
      <FileNotes session={session} state={state} actions={actions} />
      <Tabs
        label={t('views')}
        name="object"
        className="tabs-bar"
        value={view}
        onChange={setView}
        tabs={VIEWS.map((id) => ({ id, label: t(`view.${id}`), testId: `object-tab-${id}` }))}
      />
      <TabPanel name="object" id={view} className="flex min-h-0 flex-1 flex-col">
        <Suspense fallback={<Pending />}>
          {view === 'raw' ? (
            <CodeEditor
              ref={editor}
              label={tf('textOf', { name })}
              value={text}
              readOnly={isReadOnly}
              testId="object-raw"
              className="min-h-0 flex-1"
              wrap={wrap}
              language={language}
              steps={{ undo: () => session.undo(), redo: () => session.redo() }}
              onChange={(next) => session.type(next)}
            />
          ) : !read ? (
            <Pending />
          ) : 'unread' in read.tree ? (
            <Unread tree={read.tree} onText={() => actions.open('/file-edit')} />
          ) : tableRow && columns ? (
            <ObjectTable
              row={tableRow}
              columns={columns}
              isReadOnly={isReadOnly}
              onEdit={(change) => void edit(change)}
              onClose={() => setTable(undefined)}
            />
          ) : (
            rows &&
            row && (
              <div className="object-frame">
                <div className="flex min-h-0 min-w-0 flex-1 flex-col">
                  <div className="border-b border-line p-2">
                    <SearchField value={words} label={t('search')} onChange={setWords} />
                    {found && (
                      <p role="status" className="mt-1 text-xs text-muted">
                        {t(found.isCut ? 'foundFirst' : 'found', { n: found.ids.size })}
                      </p>
                    )}
                  </div>
                  <ObjectTreeView
                    rows={rows}
                    name={name}
                    found={found}
                    selected={row.id}
                    isReadOnly={isReadOnly}
                    onSelect={select}
                    onMove={(id, to) => {
                      const moved = rows.get(id)
                      if (moved) void edit({ kind: 'move', path: moved.path, to })
                    }}
                    onRemove={(id) => {
                      const gone = rows.get(id)
                      if (gone?.parent !== undefined && !gone.isFixed) void edit({ kind: 'remove', path: gone.path })
                    }}
                    onEdit={() =>
                      setTimeout(() =>
                        panel.current
                          ?.querySelector<HTMLElement>('[data-testid="object-value"], input, button')
                          ?.focus(),
                      )
                    }
                  />
                </div>
                <div ref={panel} className="object-panel">
                  <ObjectPanel
                    row={row}
                    name={name}
                    hints={hints}
                    siblings={rows.get(row.parent ?? '')?.childIds.length ?? 1}
                    isReadOnly={isReadOnly}
                    refused={refused}
                    onEdit={(change) => void edit(change)}
                    onTable={() => setTable(row.id)}
                    onText={() => toText(row.node.line)}
                  />
                </div>
              </div>
            )
          )}
        </Suspense>
      </TabPanel>
      {actions.dialogs}
    </>
  )
}

/** Why the text has no tree, and the way to where it is mended. */
function Unread({ tree, onText }: { tree: Extract<ObjectTree, { unread: string }>; onText: () => void }) {
  const t = useTranslations('objectEdit')
  const line = tree.unread === 'syntax' ? tree.line : 0
  return (
    <EmptyState icon="circle-alert" title={t(`unread.${tree.unread}`, { line })} text={tree.unread === 'syntax' ? tree.message : t('unread.text')}>
      <Button look="solid" data-testid="object-to-text" onClick={onText}>
        {t('toText')}
      </Button>
    </EmptyState>
  ) // oxfmt-ignore
}
