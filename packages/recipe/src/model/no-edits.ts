import type { NodeEdits } from './conversion-types.ts'

/** Every node as it was read. */
export const NO_EDITS: NodeEdits = { deleted: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] }
