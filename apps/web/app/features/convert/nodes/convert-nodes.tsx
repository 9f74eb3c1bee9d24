import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { NodesSlot } from './nodes-slot.ts'
import { OtherClientButton } from './other-client-button.tsx'
import { useOtherClient } from './use-other-client.ts'
import { useStatePart } from '../session/use-convert.ts'
import { useAwaited, useEmptyText, useGoneNodes, useListedNodes, useNodeActions } from './use-node-list.ts'
import { applyMove, NodeGrid } from '../../../components/node-grid/node-grid.tsx'

/** The nodes of the conversion in the table that every screen shares. Typing in the input leaves it alone. */
export const ConvertNodes = memo(function ConvertNodes(slot: NodesSlot) {
  const { handle, onQr, onFilter, moreToAdd, areProblemsShown, lead } = slot
  const t = useTranslations('convert')
  const rows = useListedNodes()
  const gone = useGoneNodes()
  const other = useOtherClient()
  // When Clash takes no node at all, the result has the button.
  const isOffered = useStatePart(({ result }) => result?.error?.code === 'no-nodes-for-clash')
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
      onFilter={onFilter}
      footnote={other && !isOffered && !areProblemsShown && <OtherClient {...other} />}
      className="min-h-0 flex-1"
    />
  )
})

/** Says how many more nodes the other client takes. Its button changes to that client. */
function OtherClient({ client, n }: NonNullable<ReturnType<typeof useOtherClient>>) {
  const t = useTranslations('convert.problems')
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 max-sm:justify-between sm:justify-end">
      {/* On a phone the number of filtered rows stands in the same line. */}
      <span className="min-w-0 max-sm:group-has-[[data-testid=node-count]]/foot:hidden sm:text-right">
        <span className="sm:hidden">{t('otherClient', { client, n })}</span>
        <span className="max-sm:hidden">{t('otherClientApp', { client, n })}</span>
      </span>
      <span className="ml-auto sm:ml-0">
        <OtherClientButton />
      </span>
    </span>
  )
}
