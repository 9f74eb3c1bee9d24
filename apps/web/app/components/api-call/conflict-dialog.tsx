import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'

export interface ConflictRow {
  label: string
  theirs: ReactNode
  mine: ReactNode
}

interface Props {
  rows: readonly ConflictRow[]
  isBusy?: boolean
  onTakeTheirs: () => void
  /** Saves over theirs what was changed here. */
  onKeepMine: () => void
  /** Back to what is being edited. */
  onClose: () => void
}

/** Two edits of one thing, beside each other: neither is lost without a word. */
export function ConflictDialog({ rows, isBusy = false, onTakeTheirs, onKeepMine, onClose }: Props) {
  const t = useTranslations('app.conflict')
  return (
    <Dialog
      open
      title={t('title')}
      onClose={onClose}
      data-testid="conflict"
      footer={
        <>
          <Button onClick={onClose}>{t('back')}</Button>
          <Button disabled={isBusy} onClick={onTakeTheirs}>
            {t('takeTheirs')}
          </Button>
          <Button look="solid" disabled={isBusy} onClick={onKeepMine}>
            {t('keepMine')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('text')}</p>
      <Table
        caption={t('which')}
        columns={[
          { id: 'what', label: t('what') },
          { id: 'theirs', label: t('theirs') },
          { id: 'mine', label: t('mine') },
        ]}
      >
        {rows.map(({ label, theirs, mine }) => (
          <tr key={label}>
            <th scope="row" className="text-left font-medium">
              {label}
            </th>
            <td className="break-words">{theirs}</td>
            <td className="break-words">{mine}</td>
          </tr>
        ))}
      </Table>
    </Dialog>
  )
}
