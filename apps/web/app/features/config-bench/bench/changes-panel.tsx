import { clientFacts } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { DiffView } from '../../../components/diff/diff-view.tsx'
import type { BenchPanelProps } from './panel.ts'
import { useTextOfFile } from './use-text-of-file.ts'

/** What was changed since the config was opened, or what differs from a file. */
export function ChangesPanel({ config }: BenchPanelProps) {
  const t = useTranslations('configBench')
  const textOfFile = useTextOfFile()
  const { language } = clientFacts(config.client).file
  return (
    <DiffView
      text={config.text}
      language={language === 'text' ? undefined : language}
      sources={[{ id: 'opened', label: t('asOpened'), text: config.opened }]}
      first="opened"
      missing=""
      renderItems={() => null}
      readFile={async (file) => (await textOfFile(file))?.text}
    />
  )
}
