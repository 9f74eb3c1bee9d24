import { isClientId } from '@switchyard/convert/facts'
import type { RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { useWrap } from '../../../components/config-editor/use-wrap.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { CodeEditor, type CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import type { EditorCommand } from '../../../components/config-editor/editor.ts'
import type { EditorLanguage } from '../../../components/config-editor/language.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'
import { fileSize } from '../../../lib/file-size.ts'
import type { Shown } from './use-shown.ts'

interface Props {
  shown: Shown
  language: EditorLanguage | undefined
  editor: RefObject<CodeEditorHandle | null>
  /** There is room for little: what is asked for seldom stands in the menu. */
  isNarrow: boolean
  wantsEdit: boolean
  onWantEdit: (wantsEdit: boolean) => void
}

/** A longer text is not folded. */
const FOLD_MAX = 1024 * 1024

/** The text of the result: to read, to search, and to change by hand when that is asked for. */
export function Preview({ shown, language, editor, isNarrow, wantsEdit, onWantEdit }: Props) {
  const t = useTranslations('convert.output')
  const format = useFormatter()
  const session = useSession()
  const locale = useRouteLocale()
  const target = useModelPart(({ output }) => output)
  const result = useStatePart(({ result }) => result)
  const madeFor = useStatePart(({ madeFor }) => madeFor)
  const isOld = useStatePart(({ isOld }) => isOld)
  const [wrap, toggleWrap] = useWrap()
  const { text, edit, generated, outline } = shown
  // What is left of the last good run is not what was asked for.
  const isFailed = result?.error !== undefined && !edit
  const isTooLong = !edit && result !== undefined && result.text === undefined && result.bytes > 0
  const canEdit = edit !== undefined || generated !== undefined
  const isEditing = wantsEdit && canEdit
  const run = (command: EditorCommand) => () => editor.current?.run(command)
  const canFold = language !== undefined && text !== undefined && text.length <= FOLD_MAX
  return (
    <>
      <div role="toolbar" aria-label={t('tools')} className="flex min-h-9 items-center gap-1 border-b border-line px-2">
        <Button
          size="small"
          look={isEditing ? 'outline' : 'ghost'}
          icon={isEditing ? 'check' : 'pencil'}
          disabled={!canEdit}
          title={isTooLong ? t('editTooLong') : undefined}
          data-testid="action-edit"
          onClick={() => {
            onWantEdit(!isEditing)
            if (!isEditing) editor.current?.focus()
          }}
        >
          {isEditing ? t('editDone') : t('edit')}
        </Button>
        <span className="min-w-0 flex-1 truncate text-right text-xs text-muted tabular-nums" data-testid="output-size">
          {!isFailed && shown.bytes > 0 && t('size', { lines: shown.lines, size: fileSize(shown.bytes, format) })}
        </span>
        {text && (
          <>
            <IconButton icon="search" size="small" label={t('find')} keys="mod+f" onClick={run('search')} />
            {!isNarrow && (
              <>
                <IconButton icon="hash" size="small" label={t('goToLine')} keys="ctrl+g" onClick={run('goToLine')} />
                <IconButton
                  icon="text-wrap"
                  size="small"
                  label={t('wrap')}
                  aria-pressed={wrap}
                  data-testid="action-wrap"
                  onClick={toggleWrap}
                />
              </>
            )}
            {(isNarrow || canFold) && <MoreTools {...{ editor, isNarrow, canFold, wrap, toggleWrap }} />}
          </>
        )}
      </div>
      {isTooLong ? (
        <EmptyState icon="download" text={`${t('tooLong')} · ${t('editTooLong')}`} />
      ) : text === undefined || (text === '' && !edit) ? (
        <EmptyState icon="file-text" text={t('empty')} />
      ) : (
        <CodeEditor
          ref={editor}
          readOnly={!isEditing}
          wrap={wrap}
          label={t('preview')}
          value={text}
          testId="output-editor"
          className={`flex-1 ${(isOld || isFailed) && !isEditing ? 'bg-sunken grayscale' : ''}`}
          opening={
            isFailed || edit ? undefined : { kind: `${madeFor} ${outline ? 'whole' : 'list'}`, line: outline?.nodeLine }
          }
          onChange={(next) => session.edited.type(next)}
          {...(language ? { language } : {})}
          {...(!isClientId(target) ? {} : { hints: { client: target, locale } })}
        />
      )}
    </>
  )
}

interface MoreToolsProps {
  editor: RefObject<CodeEditorHandle | null>
  isNarrow: boolean
  canFold: boolean
  wrap: boolean
  toggleWrap: () => void
}

/** What is asked of the editor seldom. */
function MoreTools({ editor, isNarrow, canFold, wrap, toggleWrap }: MoreToolsProps) {
  const t = useTranslations('convert.output')
  const run = (command: EditorCommand) => () => editor.current?.run(command)
  const narrow: readonly MenuEntry[] = isNarrow
    ? [
        {
          id: 'line',
          label: t('goToLine'),
          icon: 'hash',
          keys: 'ctrl+g',
          onSelect: () => editor.current?.run('goToLine'),
        },
        { id: 'wrap', label: t('wrap'), checked: wrap, onSelect: toggleWrap },
      ]
    : []
  return (
    <Menu
      label={t('moreTools')}
      align="end"
      trigger={<IconButton icon="ellipsis" size="small" label={t('moreTools')} />}
      items={[
        ...narrow,
        ...(canFold
          ? ([
              { id: 'explain', label: t('explain'), icon: 'circle-help', keys: 'mod+.', onSelect: run('explain') },
              { id: 'fold', label: t('foldAll'), keys: 'ctrl+alt+[', onSelect: run('foldAll') },
              { id: 'unfold', label: t('unfoldAll'), keys: 'ctrl+alt+]', onSelect: run('unfoldAll') },
            ] as const)
          : []),
      ]}
    />
  )
}
