import { WIDEST_CLIENT } from '@switchyard/convert/facts'
import { memo, useMemo } from 'react'
import { filteredRegions } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { NodesSlot } from './nodes-slot.ts'
import { OtherClientButton } from './other-client-button.tsx'
import { useOtherClient } from './use-other-client.ts'
import { usePrograms } from '../output/use-output-note.ts'
import { useModelPart, useStatePart } from '../session/use-convert.ts'
import { useAwaited, useEntries, useGoneNodes, useNodeActions } from './use-node-list.ts'
import { NodeGrid } from '../../../components/node-grid/node-grid.tsx'

/** The nodes of the conversion in the table that every screen shares. Typing in the input leaves it alone. */
export const ConvertNodes = memo(function ConvertNodes(slot: NodesSlot) {
  const { handle, onQr, onStates, moreToAdd, areProblemsShown, lead } = slot
  const t = useTranslations('convert')
  const rows = useEntries()
  const gone = useGoneNodes()
  const other = useOtherClient()
  // When Clash takes no node at all, the result has the button.
  const isOffered = useStatePart(({ result }) => result?.error?.code === 'no-nodes-for-clash')
  const steps = useModelPart(({ steps }) => steps)
  const excludedRegions = useMemo(() => filteredRegions({ steps }, false), [steps])
  const actions = useNodeActions(onQr)
  return (
    <NodeGrid
      ref={handle}
      screen="convert"
      label={t('panes.nodes')}
      rows={rows}
      gone={gone}
      actions={actions}
      awaited={useAwaited()}
      moreToAdd={moreToAdd}
      excludedRegions={excludedRegions}
      lead={lead}
      onStates={onStates}
      banner={other && !isOffered ? !areProblemsShown && <OtherClient {...other} /> : undefined}
      className="min-h-0 flex-1"
    />
  )
})

/** Says how many more nodes the other client takes, and which app it is for. Its button changes to that client. */
function OtherClient({ client, n }: NonNullable<ReturnType<typeof useOtherClient>>) {
  const t = useTranslations('convert')
  const isPhone = useMedia(PHONE)
  const [app = ''] = usePrograms()(WIDEST_CLIENT)
  const words = isPhone ? (
    <>
      <span className="block text-[0.8125rem] leading-5 text-balance">{t('problems.otherClient', { client, n })}</span>
      <span className="block text-xs leading-4 text-muted">{t('problems.otherClientFor', { app })}</span>
    </>
  ) : (
    t('problems.otherClientApp', { client, n, app })
  )
  return (
    <Banner icon="ban" isWarning text={words}>
      <OtherClientButton isShort />
    </Banner>
  )
}
