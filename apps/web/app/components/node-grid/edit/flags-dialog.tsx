import { useMemo, useState } from 'react'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { withFlag, withoutFlags } from './flagged-names.ts'
import { useGrid } from '../grid-context.ts'
import { LaterNodes } from './later-nodes.tsx'
import { planRename } from './rename.ts'
import type { NamesProps } from './step-scope.ts'
import { useKeptNodes } from './use-kept-nodes.ts'

/** Puts the flags of their regions before names, or takes flags away. */
export default function FlagsDialog({ rows, ids: chosenIds, scope, onRename, onKeep, onClose }: NamesProps) {
  const { t } = useGrid()
  const { isKept, setKept, kept, ids, chosen } = useKeptNodes(rows, chosenIds, scope)
  const [way, setWay] = useState<'add' | 'remove'>('add')
  const adds = way === 'add'
  const { changes } = useMemo(() => planRename(chosen, adds ? withFlag : withoutFlags, []), [chosen, adds])
  const apply = () => (kept ? onKeep({ kind: 'flag', adds, match: kept.match }, changes) : onRename(changes))
  return (
    <FormDialog
      title={t('flagsTitle', { count: ids.length })}
      apply={t('renameApply', { count: changes.length })}
      canApply={changes.length > 0 || kept !== undefined}
      onApply={apply}
      onClose={onClose}
      data-testid="flags-dialog"
    >
      <RadioCards
        legend={t('flagsTitle', { count: ids.length })}
        legendHidden
        layout="list"
        value={way}
        onChange={setWay}
        cards={[
          { value: 'add', label: t('flagsAdd'), note: t('flagsAddNote') },
          { value: 'remove', label: t('flagsRemove') },
        ]}
      />
      {scope && <LaterNodes scope={scope} checked={isKept} onChange={setKept} />}
    </FormDialog>
  )
}
