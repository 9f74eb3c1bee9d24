import type { Ref } from 'react'
import type { Draft, FieldHint } from './fixes.ts'

/** What the screen asks of the node list. */
export interface NodesHandle {
  reveal: (key: string) => boolean
  setFilter: (text: string) => void
  edit: (key: string, hint?: FieldHint) => void
  editDraft(draft: Draft): void
}

/** What the node list is given where it stands in the screen. */
export interface NodesSlot {
  handle: Ref<NodesHandle>
  onQr: (key: string) => void
}
