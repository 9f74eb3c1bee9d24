import type { ReactNode, Ref } from 'react'
import type { SpelledFlag } from '../../../components/node-grid/filter/filter-query.ts'
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
  /** Called with the states that the text of the filter begins with. */
  onStates: (states: readonly SpelledFlag[]) => void
  /** What else can be added besides a node. */
  moreToAdd: readonly MenuEntry[]
  /** The problems are on the screen. They have a button for the other client, so the list has none. */
  areProblemsShown: boolean
  /** What stands before the filter, on a phone before the chips. */
  lead: ReactNode
}
