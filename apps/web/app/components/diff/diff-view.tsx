import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../kept-settings/ui-settings.ts'
import { Button } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { FormattedNumber } from '../../ui/formatted-number.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { useChunk } from '../../ui/use-chunk.ts'
import type { EditorLanguage } from '../config-editor/language.ts'
import { usePhrases } from '../config-editor/use-phrases.ts'
import type { DiffEditor } from './code-diff.ts'

/** Two texts beside each other are read with ease; the room of the pane counts, not that of the window. */
const SIDE_BY_SIDE_PX = 900
/** Each has about 30 characters: who asks for it gets it. */
const SIDE_BY_SIDE_MIN_PX = 560
/** The choice of a file. */
const FILE = 'file'
const FILE_MAX_BYTES = 5 * 1024 * 1024
const NOTHING_KEPT: UiSettings = {}
const importDiff = () => import('./code-diff.ts')

/** A text to compare with; `text` is absent where there is none yet. */
export interface DiffSource {
  id: string
  label: string
  text: string | undefined
}

interface DiffViewProps {
  text: string
  language: EditorLanguage | undefined
  /** What the text may be compared with, besides a file. */
  sources: readonly DiffSource[]
  /** The one that it is compared with unless another is chosen. */
  first: string
  /** What is said where the chosen one has no text. */
  missing: string
  /**
   * The list of changed nodes, groups and rules above the texts.
   * `id`: the chosen source.
   */
  renderItems: (before: string, id: string) => ReactNode
  /** Undefined, and said so, when a file cannot be read. */
  readFile: (file: File) => Promise<string | undefined>
}

/** How a text differs from another one that is chosen here, or from a file. */
export function DiffView({ text, language, sources, first, missing, renderItems, readFile }: DiffViewProps) {
  const t = useTranslations('diffView')
  const tApp = useTranslations('app')
  const { diff: layout } = useStore(uiSettings, NOTHING_KEPT)
  const root = useRef<HTMLDivElement>(null)
  const width = useWidth(root)
  const mayBeSide = width >= SIDE_BY_SIDE_MIN_PX
  const isSideBySide = mayBeSide && (layout ? layout === 'side' : width >= SIDE_BY_SIDE_PX)
  const [chosen, setChosen] = useState<string>()
  const [file, setFile] = useState<{ name: string; text: string } | 'too-long'>()
  const [stat, setStat] = useState<{ added: number; removed: number }>()
  const host = useRef<HTMLDivElement>(null)
  const lines = useRef<HTMLDetailsElement>(null)
  const diff = useRef<DiffEditor>(undefined)
  const phrases = useEffectEvent(usePhrases())
  const picker = useRef<HTMLInputElement>(null)
  const latest = useRef<File>(undefined)

  const isThere = chosen === FILE || sources.some(({ id }) => id === chosen)
  const choice = (isThere ? chosen : undefined) ?? first
  const readText = typeof file === 'object' ? file : undefined
  const before = choice === FILE ? readText?.text : sources.find(({ id }) => id === choice)?.text
  const { chunk, retry } = useChunk(importDiff, before !== undefined)
  const choices = [
    ...sources.map(({ id, label }) => ({ value: id, label })),
    { value: FILE, label: readText?.name ?? t('file') },
  ]

  useEffect(() => {
    if (before === undefined || !chunk || !host.current) return
    const made = chunk.createDiff(host.current, {
      before,
      after: text,
      language,
      sideBySide: isSideBySide,
      label: t('with'),
      phrases: phrases(),
    })
    diff.current = made
    setStat(made.stat)
    return () => {
      made.destroy()
      diff.current = undefined
    }
  }, [chunk, before, text, language, isSideBySide, t])

  const go = (step: 'next' | 'previous') => {
    if (lines.current) lines.current.open = true
    diff.current?.[step]()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return
    const step = event.key === 'ArrowDown' ? 'next' : event.key === 'ArrowUp' ? 'previous' : undefined
    if (!step) return
    event.preventDefault()
    go(step)
  }
  const changed = before !== undefined && chunk && stat ? stat.added + stat.removed : undefined
  const empty = choice === FILE ? t(file === 'too-long' ? 'tooLong' : 'noFile') : missing

  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col" onKeyDownCapture={onKeyDown}>
      <div className="@container flex flex-wrap items-center gap-1 border-b border-line px-3 py-1.5 text-sm">
        <label className="flex min-w-0 flex-1 basis-40 items-center gap-2">
          <span className="text-xs whitespace-nowrap text-muted @max-[26rem]:sr-only">{t('with')}</span>
          <span aria-hidden="true" className="text-xs text-muted @min-[26rem]:hidden">
            {t('withShort')}
          </span>
          <Select
            value={choice}
            choices={choices}
            data-testid="diff-with"
            onChange={(value) => {
              setChosen(value)
              if (value === FILE && !readText) picker.current?.click()
            }}
          />
        </label>
        {choice === FILE && (
          <Button size="small" onClick={() => picker.current?.click()}>
            {t('pick')}
          </Button>
        )}
        <FilePicker
          input={picker}
          label={t('file')}
          data-testid="diff-file"
          onPick={([picked]) => {
            if (!picked) return
            setChosen(FILE)
            latest.current = picked
            if (picked.size > FILE_MAX_BYTES) return setFile('too-long')
            void readFile(picked).then((text) => {
              if (text !== undefined && latest.current === picked) setFile({ name: picked.name, text })
            })
          }}
        />
        {changed !== undefined && changed > 0 && (
          <>
            <IconButton
              icon="arrow-up"
              size="small"
              label={t('previous')}
              keys="alt+up"
              onClick={() => go('previous')}
            />
            <IconButton icon="arrow-down" size="small" label={t('next')} keys="alt+down" onClick={() => go('next')} />
          </>
        )}
        {changed !== undefined && mayBeSide && (
          <IconButton
            icon="square-split-horizontal"
            size="small"
            label={t('side')}
            aria-pressed={isSideBySide}
            data-testid="diff-layout"
            onClick={() => changeUiSettings({ diff: isSideBySide ? 'inline' : 'side' })}
          />
        )}
      </div>
      {before === undefined ? (
        <EmptyState icon="history" text={empty}>
          {choice === FILE && <Button onClick={() => picker.current?.click()}>{t('pick')}</Button>}
        </EmptyState>
      ) : retry ? (
        <EmptyState icon="circle-alert" text={tApp('partMissing')}>
          <Button onClick={retry}>{tApp('retry')}</Button>
        </EmptyState>
      ) : (
        <>
          {changed === 0 && <p className="px-3 py-2 text-sm text-muted">{t('same')}</p>}
          <div className="min-h-0 flex-1 overflow-auto">
            {renderItems(before, choice)}
            <details open ref={lines} className="group text-sm">
              <summary className="flex min-h-(--target) cursor-pointer items-center gap-2 border-b border-line bg-sunken px-3 py-1 font-medium">
                <Icon name="chevron-right" className="size-3.5 text-muted transition-transform group-open:rotate-90" />
                {t('lines')}
                {stat && <Stat {...stat} />}
              </summary>
              <div
                ref={host}
                key={String(isSideBySide)}
                data-testid="diff"
                data-layout={isSideBySide ? 'side' : 'inline'}
              />
            </details>
          </div>
        </>
      )}
    </div>
  )
}

function Stat({ added, removed }: { added: number; removed: number }) {
  const t = useTranslations('diffView')
  return (
    <span className="font-normal tabular-nums" data-testid="diff-stat">
      <span className="sr-only">{t('stat', { added, removed })}</span>
      <span aria-hidden="true">
        <span className="text-success">
          +<FormattedNumber n={added} />
        </span>{' '}
        <span className="text-error">
          −<FormattedNumber n={removed} />
        </span>
      </span>
    </span>
  )
}

function useWidth(root: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.round(root.current!.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(root.current!)
    return () => observer.disconnect()
  }, [root])
  return width
}
