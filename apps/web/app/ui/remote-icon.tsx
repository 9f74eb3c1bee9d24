import { svgNodes, type SvgNode } from '@switchyard/svg-nodes'
import { useEffect, useState } from 'react'
import { loadIcon, type FullIconName } from '../lib/icon-loader.ts'
import { drawNodes } from './icon.tsx'

interface Drawn {
  name: FullIconName
  viewBox: string
  nodes: readonly SvgNode[]
}

/** Their drawings are squares under a round mask, and masks are not drawn. */
const ROUND = 'circle-flags:'

/** Any icon that the server carries, a flag or a brand. Its place is kept empty until it is there. */
export function RemoteIcon({ name, className = 'size-4' }: { name: FullIconName; className?: string }) {
  const [drawn, setDrawn] = useState<Drawn>()

  useEffect(() => {
    let wanted = true
    void loadIcon(name).then((icon) => {
      const nodes = icon && svgNodes(icon.body)
      if (wanted && icon && nodes) setDrawn({ name, viewBox: `0 0 ${icon.width} ${icon.height}`, nodes })
    })
    return () => {
      wanted = false
    }
  }, [name])

  const ready = drawn?.name === name ? drawn : undefined
  return (
    <svg
      viewBox={ready?.viewBox ?? '0 0 16 16'}
      className={`shrink-0 ${name.startsWith(ROUND) ? 'rounded-full' : ''} ${className}`}
      aria-hidden="true"
      data-icon={name}
    >
      {ready && drawNodes(ready.nodes)}
    </svg>
  )
}
