import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { NodesSlot } from './nodes-slot.ts'
import { useAwaited, useEmptyText, useGoneNodes, useListedNodes, useNodeActions } from './use-node-list.ts'
import { applyMove, NodeGrid } from '../../../components/node-grid/node-grid.tsx'

/** The nodes of the conversion in the table that every screen shares. Typing in the input leaves it alone. */
export const ConvertNodes = memo(function ConvertNodes({ handle, onQr, moreToAdd, lead }: NodesSlot) {
  const t = useTranslations('convert')
  const rows = useListedNodes()
  const gone = useGoneNodes()
  const actions = useNodeActions(applyMove, onQr)
  return (
    <NodeGrid
      ref={handle}
      screen="convert"
      label={t('panes.nodes')}
      rows={rows}
      gone={gone}
      actions={actions}
      emptyText={useEmptyText()}
      awaited={useAwaited()}
      moreToAdd={moreToAdd}
      lead={lead}
      className="min-h-0 flex-1"
    />
  )
})
