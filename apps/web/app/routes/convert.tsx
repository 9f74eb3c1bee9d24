import { memo, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConvertScreen } from '../features/convert/convert-screen.tsx'
import type { NodesSlot } from '../features/convert/nodes-slot.ts'
import { useModelPart } from '../features/convert/use-convert.ts'
import { useGoneNodes, useListedNodes, useNodeActions } from '../features/convert/use-node-list.ts'
import type * as GridModule from '../features/node-grid/node-grid.tsx'

export default function ConvertRoute() {
  return <ConvertScreen renderNodes={(slot) => <LoadedNodes {...slot} />} />
}

/** The table comes after the first picture: without nodes there is nothing to show in it. */
function LoadedNodes(slot: NodesSlot) {
  const [module, setModule] = useState<typeof GridModule>()
  useEffect(() => void import('../features/node-grid/node-grid.tsx').then(setModule), [])
  return module ? <Nodes {...slot} module={module} /> : null
}

/** The nodes of the conversion in the table that every screen shares. Typing in the input leaves it alone. */
const Nodes = memo(function Nodes({
  handle,
  onQr,
  module: { NodeGrid, applyMove },
}: NodesSlot & { module: typeof GridModule }) {
  const t = useTranslations('convert')
  const rows = useListedNodes()
  const gone = useGoneNodes()
  const actions = useNodeActions(applyMove, onQr)
  const keepDuplicates = useModelPart(({ common }) => common.keepDuplicates)
  return (
    <NodeGrid
      ref={handle}
      screen="convert"
      label={t('panes.nodes')}
      rows={rows}
      gone={gone}
      actions={actions}
      keepDuplicates={keepDuplicates}
      className="min-h-0 flex-1"
    />
  )
})
