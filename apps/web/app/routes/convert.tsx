import { Suspense, useEffect } from 'react'
import { ConvertScreen } from '../features/convert/convert-screen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

export default function ConvertRoute() {
  // Without nodes there is nothing to show in it; once there are some it is not to be waited for.
  useEffect(() => {
    void importNodes().catch(() => undefined)
  }, [])
  return (
    <ConvertScreen
      renderNodes={(slot) => (
        <Suspense>
          <Nodes {...slot} />
        </Suspense>
      )}
    />
  )
}

const importNodes = () => import('../features/convert/nodes/convert-nodes.tsx').then(({ ConvertNodes }) => ConvertNodes)
const Nodes = lazyPart(importNodes)
