import { Suspense, useEffect, useState } from 'react'
import { ConvertScreen } from '../features/convert/convert-screen.tsx'
import type { NodesSlot } from '../features/convert/nodes/nodes-slot.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

export default function ConvertRoute() {
  return <ConvertScreen renderNodes={(slot) => <LoadedNodes {...slot} />} />
}

/** The table, and what makes its rows, come after the first picture: without nodes there is nothing to show in it. */
function LoadedNodes(slot: NodesSlot) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => setWanted(true), [])
  return <Suspense>{isWanted && <Nodes {...slot} />}</Suspense>
}

const Nodes = lazyPart(() =>
  import('../features/convert/nodes/convert-nodes.tsx').then(({ ConvertNodes }) => ConvertNodes),
)
