import type { CSSProperties } from 'react'
import type { ShownColumn } from './use-columns.ts'

/** A pinned cell has a ground of its own: others pass below it. */
export function pinStyle({ pin }: ShownColumn): CSSProperties | undefined {
  return pin && { position: 'sticky', [pin.side]: pin.offset, zIndex: 1, backgroundColor: 'inherit' }
}

export function edgeClass({ edge }: ShownColumn): string {
  return edge ? 'border-r border-line' : ''
}
