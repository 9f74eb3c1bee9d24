import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { Banner } from '../../../ui/banner.tsx'
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
      banner={other && !isOffered ? !areProblemsShown && <OtherClient {...other} /> : undefined}
      className="min-h-0 flex-1"
    />
  )
})

/** Says how many more nodes the other client takes. Its button changes to that client. */
function OtherClient({ client, n }: NonNullable<ReturnType<typeof useOtherClient>>) {
  const t = useTranslations('convert.problems')
  const isPhone = useMedia(PHONE)
  return (
    <Banner icon="ban" isWarning text={t(isPhone ? 'otherClient' : 'otherClientApp', { client, n })}>
      <OtherClientButton isShort />
    </Banner>
  )
}
