import type { Ref } from 'react'
import type { NodeGridHandle } from '../../../components/node-grid/types.ts'
import type { Draft } from './fixes.ts'

/** What the screen asks of the node list: of its grid, with the engine's own nodes. */
export interface NodesHandle extends Omit<NodeGridHandle, 'editDraft'> {
  editDraft(draft: Draft): void
}

/** What the node list is given where it stands in the screen. */
export interface NodesSlot {
  handle: Ref<NodesHandle>
  onQr: (key: string) => void
}
