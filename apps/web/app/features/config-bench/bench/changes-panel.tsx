import { clientFacts } from '@switchyard/convert/facts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DiffView } from '../../../components/diff/diff-view.tsx'
import { showToast } from '../../../lib/toasts.ts'
import type { BenchPanelProps } from './panel.ts'
import { useTextOfFile } from './use-text-of-file.ts'

/** A diff of a long text holds the page up: it waits for a pause in typing. */
const PAUSE_MS = 400

/** What was changed since the config was opened, or what differs from a file. */
export function ChangesPanel({ config }: BenchPanelProps) {
  const t = useTranslations('configBench')
  const textOfFile = useTextOfFile()
  const text = useSettled(config.text)
  const { language } = clientFacts(config.client).file
  return (
    <DiffView
      text={text}
      language={language === 'text' ? undefined : language}
      sources={[{ id: 'opened', label: t('asOpened'), text: config.opened }]}
      first="opened"
      missing=""
      renderItems={() => null}
      readFile={async (file) => {
        const read = await textOfFile(file)
        if ('text' in read) return read.text
        showToast({ kind: 'error', text: read.failure })
        return undefined
      }}
    />
  )
}

/** The text as it was when typing paused last. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
