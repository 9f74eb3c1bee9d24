import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NodeFile } from '@switchyard/recipe/model'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormatChoice } from './format-choice.tsx'
import { listFile } from './list-file.ts'
import { useList } from '../../components/node-list/use-list.ts'

interface Props {
  keys: readonly string[]
  onClose: () => void
}

/** Nodes as a text: copied, or saved as a file. */
export function ExportDialog({ keys, onClose }: Props) {
  const t = useTranslations('nodeTable.export')
  const tl = useTranslations('nodeList')
  const { desk } = useList()
  const [format, setFormat] = useState<NodeFile>('text')

  /** Says how many nodes the format has no words for. */
  const write = async () => {
    const { text, left } = await desk.askOfNodes((api, request) => api.list.export(request, keys, format))
    if (left > 0) showToast({ kind: text === '' ? 'error' : 'info', text: t('left', { n: left }) })
    return text
  }
  const copy = async () => {
    const text = await write()
    if (text === '') throw new Error('Nothing to copy')
    return text
  }
  const save = async () => {
    const text = await write().catch(reportGone(tl('noAnswer')))
    if (!text) return
    const { file, name } = listFile(text, format, new Date())
    saveFile(file, name)
    onClose()
  }
  return (
    <Dialog
      open
      title={t('title', { n: keys.length })}
      onClose={onClose}
      data-testid="export"
      footer={
        <>
          <CopyButton text={copy} label={t('copy')} data-testid="export-copy" />
          <Button look="solid" icon="download" onClick={() => void save()} data-testid="export-save">
            {t('save')}
          </Button>
        </>
      }
    >
      <FormatChoice value={format} onChange={setFormat} />
      <p className="mt-3 text-xs text-muted">{t('secrets')}</p>
    </Dialog>
  )
}
