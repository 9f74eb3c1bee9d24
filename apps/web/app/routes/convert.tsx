import { memo, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { ConvertScreen } from '../features/convert/convert-screen.tsx'
import type { NodesSlot } from '../features/convert/nodes-slot.ts'
import { useModelPart } from '../features/convert/use-convert.ts'
import { useEmptyText, useGoneNodes, useListedNodes, useNodeActions } from '../features/convert/use-node-list.ts'
import type * as GridModule from '../features/node-grid/node-grid.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

export default function ConvertRoute() {
  return <ConvertScreen renderNodes={(slot) => <LoadedNodes {...slot} />} />
}

/** The table comes after the first picture: without nodes there is nothing to show in it. */
function LoadedNodes(slot: NodesSlot) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => setWanted(true), [])
  return <Suspense>{isWanted && <Nodes {...slot} />}</Suspense>
}

const Nodes = lazyPart(() => import('../features/node-grid/node-grid.tsx').then(nodesIn))

function nodesIn({ NodeGrid, applyMove }: typeof GridModule): ComponentType<NodesSlot> {
  /** The nodes of the conversion in the table that every screen shares. Typing in the input leaves it alone. */
  return memo(function Nodes({ handle, onQr }: NodesSlot) {
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
        emptyText={useEmptyText()}
        className="min-h-0 flex-1"
      />
    )
  })
}
