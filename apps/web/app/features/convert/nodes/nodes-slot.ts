import type { ReactNode, Ref } from 'react'
import type { NodeGridHandle } from '../../../components/node-grid/types.ts'
import type { MenuEntry } from '../../../ui/menu.tsx'
import type { Draft } from './fixes.ts'

/** What the screen asks of the node list: of its grid, with the engine's own nodes. */
export interface NodesHandle extends Omit<NodeGridHandle, 'editDraft'> {
  editDraft(draft: Draft): void
}

/** What the node list is given where it stands in the screen. */
export interface NodesSlot {
  handle: Ref<NodesHandle>
  onQr: (key: string) => void
  /** Told what the filter says when that changes. */
  onFilter: (text: string) => void
  /** What else can be added besides a node. */
  moreToAdd: readonly MenuEntry[]
  /** The problems are shown beside the list. They offer another client, so the list does not. */
  areProblemsShown: boolean
  /** What stands before the filter, on a phone before the chips. */
  lead: ReactNode
}
