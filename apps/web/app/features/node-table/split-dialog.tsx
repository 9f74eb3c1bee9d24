import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NodeFile } from '@switchyard/recipe/model'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormatChoice } from './format-choice.tsx'
import { useGroupName } from './group-list.tsx'
import type { Grouping } from './groups.ts'
import { archiveName } from './list-file.ts'
import { groupFiles } from './split-groups.ts'
import { useList } from '../../components/node-list/use-list.ts'
import { zipOf } from './zip.ts'

interface Props {
  rows: readonly ListedNode[]
  by: Grouping
  onClose: () => void
}

/** Every group as a file of its own, all of them in one archive. */
export function SplitDialog({ rows, by, onClose }: Props) {
  const t = useTranslations('nodeTable')
  const tl = useTranslations('nodeList')
  const { desk } = useList()
  const nameOf = useGroupName()
  const [format, setFormat] = useState<NodeFile>('text')
  const files = groupFiles(rows, by, format, nameOf)

  const save = async () => {
    const written = await Promise.all(
      files.map(async ({ name, keys }) => {
        const answer = await desk.askOfNodes((api, request) => api.list.export(request, keys, format))
        return { ...answer, name }
      }),
    ).catch(reportGone(tl('noAnswer')))
    if (!written) return
    const left = written.reduce((sum, file) => sum + file.left, 0)
    const full = written.filter(({ text }) => text !== '')
    if (left > 0) showToast({ kind: full.length === 0 ? 'error' : 'info', text: t('export.left', { n: left }) })
    if (full.length > 0) saveFile(zipOf(full), archiveName())
  }
  return (
    <FormDialog
      title={t(`split.${by}`, { n: files.length })}
      size="medium"
      apply={t('split.save')}
      canApply={files.length > 0}
      onApply={() => void save()}
      onClose={onClose}
      data-testid="split-dialog"
    >
      <FormatChoice value={format} onChange={setFormat} />
      <p className="text-xs text-muted">{t('export.secrets')}</p>
    </FormDialog>
  )
}
