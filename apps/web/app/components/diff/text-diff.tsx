import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pending } from '../../ui/pending.tsx'
import { useChunk } from '../../ui/use-chunk.ts'
import type { EditorLanguage } from '../config-editor/language.ts'
import { usePhrases } from '../config-editor/use-phrases.ts'

interface Props {
  before: string
  after: string
  language: EditorLanguage | undefined
  sideBySide?: boolean
  /** Says which two texts these are. */
  label: string
}

const importDiff = () => import('./code-diff.ts')

/** How one text differs from another, line by line. */
export function TextDiff({ before, after, language, sideBySide = false, label }: Props) {
  const t = useTranslations('diffView')
  const tApp = useTranslations('app')
  const host = useRef<HTMLDivElement>(null)
  const phrases = useEffectEvent(usePhrases())
  const { chunk, retry } = useChunk(importDiff, true)
  const [stat, setStat] = useState<{ added: number; removed: number }>()

  useEffect(() => {
    if (!chunk || !host.current) return
    const made = chunk.createDiff(host.current, { before, after, language, sideBySide, label, phrases: phrases() })
    setStat(made.stat)
    return () => made.destroy()
  }, [chunk, before, after, language, sideBySide, label])

  if (retry)
    return (
      <EmptyState icon="circle-alert" text={tApp('partMissing')}>
        <Button onClick={retry}>{tApp('retry')}</Button>
      </EmptyState>
    )
  return (
    <>
      {stat && (
        <p className="px-3 py-1.5 text-xs text-muted" role="status">
          {stat.added + stat.removed === 0 ? t('same') : t('stat', stat)}
        </p>
      )}
      {!chunk && <Pending />}
      <div ref={host} key={String(sideBySide)} data-testid="text-diff" />
    </>
  )
}
