import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import type { DiffEditor } from './code-diff.ts'
import type { EditorLanguage } from './code-mirror.ts'
import type { Version } from './session.ts'
import { usePhrases } from './use-phrases.ts'
import { useSession } from './use-convert.ts'

/** Two texts beside each other need room: what counts is the pane, not the window. */
const SIDE_BY_SIDE_PX = 680
const NONE: readonly Version[] = []

/** How the result differs from one of before, or from a file. */
export function DiffView({ text, language }: { text: string; language: EditorLanguage | undefined }) {
  const t = useTranslations('convert.diff')
  const format = useFormatter()
  const versions = useStore(useSession().versions, NONE)
  const [choice, setChoice] = useState('0')
  const [file, setFile] = useState<{ name: string; text: string }>()
  const [stat, setStat] = useState<{ added: number; removed: number }>()
  const [isWide, setWide] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const diff = useRef<DiffEditor>(undefined)
  const phrases = useRef(usePhrases())
  const picker = useRef<HTMLInputElement>(null)
  const before = choice === 'file' ? file?.text : versions[Number(choice)]?.text

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWide(entry.contentRect.width >= SIDE_BY_SIDE_PX))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (before === undefined) return
    let isWanted = true
    void import('./code-diff.ts').then(({ createDiff }) => {
      if (!isWanted || !host.current) return
      diff.current = createDiff(host.current, {
        before,
        after: text,
        language,
        sideBySide: isWide,
        label: t('with'),
        phrases: phrases.current,
      })
      setStat(diff.current.stat)
    })
    return () => {
      isWanted = false
      diff.current?.destroy()
      diff.current = undefined
    }
  }, [before, text, language, isWide, t])

  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-sm">
        <label className="flex min-w-0 items-center gap-2">
          <span className="whitespace-nowrap text-muted">{t('with')}</span>
          <Select
            value={choice}
            choices={[
              ...versions.map(({ at, target }, index) => ({
                value: String(index),
                label:
                  index === 0
                    ? t('last')
                    : t('version', { time: format.dateTime(at, { timeStyle: 'medium' }), target }),
              })),
              ...(versions.length === 0 ? [{ value: '0', label: t('last') }] : []),
              { value: 'file', label: file?.name ?? t('file') },
            ]}
            onChange={(value) => {
              setChoice(value)
              if (value === 'file') picker.current?.click()
            }}
          />
        </label>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('file')}
          data-testid="diff-file"
          onChange={(event) => {
            const picked = event.target.files?.[0]
            if (picked) void picked.text().then((text) => setFile({ name: picked.name, text }))
            event.target.value = ''
          }}
        />
        {before !== undefined && stat && (
          <>
            <span className="tabular-nums" data-testid="diff-stat">
              <span className="sr-only">{t('stat', stat)}</span>
              <span aria-hidden="true">
                <span className="text-success">+{stat.added}</span> <span className="text-error">−{stat.removed}</span>
              </span>
            </span>
            <span className="flex-1" />
            <IconButton
              icon="chevron-left"
              size="small"
              label={t('previous')}
              onClick={() => diff.current?.previous()}
            />
            <IconButton icon="chevron-right" size="small" label={t('next')} onClick={() => diff.current?.next()} />
          </>
        )}
      </div>
      {before === undefined ? (
        <EmptyState icon="history" text={t('none')} />
      ) : (
        <>
          {stat && stat.added + stat.removed === 0 && <p className="px-3 py-2 text-sm text-muted">{t('same')}</p>}
          <div ref={host} key={String(isWide)} data-testid="diff" className="min-h-0 flex-1 overflow-auto" />
        </>
      )}
    </div>
  )
}
