import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../../lib/ui-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Count } from '../../../ui/count.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { useChunk } from '../../../ui/use-chunk.ts'
import { textOfFile } from '../input/add-files.ts'
import type { DiffEditor } from '../../../components/diff/code-diff.ts'
import type { EditorLanguage } from '../../../components/code-editor/code-mirror.ts'
import { usePhrases } from '../../../components/code-editor/use-phrases.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import type { Shown } from './use-shown.ts'
import type { Version } from '../session/versions.ts'

/** Two texts beside each other need about 30 characters each: the room of the pane counts, not that of the window. */
const WIDE_PX = 560
const FILE_MAX_BYTES = 5 * 1024 * 1024
const NONE: readonly Version[] = []
const NOTHING_KEPT: UiSettings = {}
const importDiff = () => import('../../../components/diff/code-diff.ts')

/** How the result differs from one of before, from what was generated, or from a file. */
export function DiffView({ shown, language }: { shown: Shown; language: EditorLanguage | undefined }) {
  const t = useTranslations('convert.diff')
  const tc = useTranslations('convert')
  const tt = useTranslations('convert.target')
  const tApp = useTranslations('app')
  const format = useFormatter()
  const { target } = useModel()
  const versions = useStore(useSession().versions, NONE)
  const { diff: layout } = useStore(uiSettings, NOTHING_KEPT)
  const root = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(root)
  const isSideBySide = layout ? layout === 'side' : isWide
  const [chosen, setChosen] = useState<string>()
  const [file, setFile] = useState<{ name: string; text: string } | 'too-long'>()
  const [stat, setStat] = useState<{ added: number; removed: number }>()
  const host = useRef<HTMLDivElement>(null)
  const diff = useRef<DiffEditor>(undefined)
  const phrases = useRef(usePhrases())
  const picker = useRef<HTMLInputElement>(null)
  const latest = useRef<File>(undefined)
  const { edit, generated, text = '' } = shown

  // By default a text that was edited by hand is compared with the generated one, any other with the result before it.
  const last = versions.find((version) => version.target === target)
  const others = versions.filter((version) => version !== last)
  const isThere = chosen === 'file' || chosen === 'last' || versions.some(({ id }) => id === chosen)
  const choice = (isThere ? chosen : undefined) ?? (edit && generated !== undefined ? 'generated' : 'last')
  const before = beforeOf(choice)
  const { chunk, retry } = useChunk(importDiff, before !== undefined)

  function beforeOf(choice: string): string | undefined {
    if (choice === 'generated') return generated
    if (choice === 'file') return typeof file === 'object' ? file.text : undefined
    return choice === 'last' ? last?.text : versions.find(({ id }) => id === choice)?.text
  }

  const time = (at: number) =>
    format.dateTime(at, { dateStyle: isToday(at) ? undefined : 'short', timeStyle: 'medium' })
  const nameOf = ({ at, target, isEdited }: Version) =>
    t(isEdited ? 'versionEdited' : 'version', { time: time(at), target: tt(target) })
  const nameOfLast = () => {
    if (!last) return t('last')
    return last.isEdited ? nameOf(last) : t('lastAt', { time: time(last.at) })
  }
  const choices = [
    ...(edit && generated !== undefined ? [{ value: 'generated', label: t('generated') }] : []),
    { value: 'last', label: nameOfLast() },
    ...others.map((version) => ({ value: version.id, label: nameOf(version) })),
    { value: 'file', label: typeof file === 'object' ? file.name : t('file') },
  ]

  useEffect(() => {
    if (before === undefined || !chunk || !host.current) return
    const made = chunk.createDiff(host.current, {
      before,
      after: text,
      language,
      sideBySide: isSideBySide,
      label: t('with'),
      phrases: phrases.current,
    })
    diff.current = made
    setStat(made.stat)
    return () => {
      made.destroy()
      diff.current = undefined
    }
  }, [chunk, before, text, language, isSideBySide, t])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return
    const step = { ArrowDown: 'next', ArrowUp: 'previous' }[event.key] as 'next' | 'previous' | undefined
    if (!step) return
    event.preventDefault()
    diff.current?.[step]()
  }
  const empty =
    choice === 'file' ? (file === 'too-long' ? 'tooLong' : 'noFile') : versions.length > 0 ? 'noLast' : 'none'

  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col" onKeyDownCapture={onKeyDown}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-sm">
        <label className="flex min-w-0 items-center gap-2">
          <span className="whitespace-nowrap text-muted">{t('with')}</span>
          <Select
            value={choice}
            choices={choices}
            data-testid="diff-with"
            onChange={(value) => {
              setChosen(value)
              if (value === 'file' && typeof file !== 'object') picker.current?.click()
            }}
          />
        </label>
        {choice === 'file' && (
          <Button size="small" onClick={() => picker.current?.click()}>
            {t('pick')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('file')}
          data-testid="diff-file"
          onChange={(event) => {
            const picked = event.target.files?.[0]
            event.target.value = ''
            if (!picked) return
            setChosen('file')
            latest.current = picked
            if (picked.size > FILE_MAX_BYTES) return setFile('too-long')
            void textOfFile(picked, tc).then((text) => {
              if (text !== undefined && latest.current === picked) setFile({ name: picked.name, text })
            })
          }}
        />
        {before !== undefined && chunk && stat && (
          <>
            <span className="tabular-nums" data-testid="diff-stat">
              <span className="sr-only">{t('stat', stat)}</span>
              <span aria-hidden="true">
                <span className="text-success">
                  +<Count n={stat.added} />
                </span>{' '}
                <span className="text-error">
                  −<Count n={stat.removed} />
                </span>
              </span>
            </span>
            <span className="flex-1" />
            <IconButton
              icon="arrow-up"
              size="small"
              label={t('previous')}
              keys="alt+up"
              onClick={() => diff.current?.previous()}
            />
            <IconButton
              icon="arrow-down"
              size="small"
              label={t('next')}
              keys="alt+down"
              onClick={() => diff.current?.next()}
            />
            <IconButton
              icon="square-split-horizontal"
              size="small"
              label={t(isSideBySide ? 'inline' : 'side')}
              data-testid="diff-layout"
              onClick={() => changeUiSettings({ diff: isSideBySide ? 'inline' : 'side' })}
            />
          </>
        )}
      </div>
      {before === undefined ? (
        <EmptyState icon="history" text={t(empty)}>
          {choice === 'file' && <Button onClick={() => picker.current?.click()}>{t('pick')}</Button>}
        </EmptyState>
      ) : retry ? (
        <EmptyState icon="circle-alert" text={tApp('partMissing')}>
          <Button onClick={retry}>{tApp('retry')}</Button>
        </EmptyState>
      ) : (
        <>
          {stat && stat.added + stat.removed === 0 && <p className="px-3 py-2 text-sm text-muted">{t('same')}</p>}
          <div
            ref={host}
            key={String(isSideBySide)}
            data-testid="diff"
            data-layout={isSideBySide ? 'side' : 'inline'}
            className="min-h-0 flex-1 overflow-auto"
          />
        </>
      )}
    </div>
  )
}

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()

function useIsWide(root: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const measure = () => setWide(root.current!.getBoundingClientRect().width >= WIDE_PX)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(root.current!)
    return () => observer.disconnect()
  }, [root])
  return isWide
}
