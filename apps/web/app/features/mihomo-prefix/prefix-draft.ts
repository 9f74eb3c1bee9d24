import { createStore } from '../../lib/store.ts'
import type { BatchNaming } from '../../workers/tasks/prefix.ts'

/** What a person did to a text: namings and the names that were fetched, by provider; '' for the nodes of the file. */
export interface PrefixDraft {
  text: string
  namings: Readonly<Record<string, BatchNaming>>
  names: Readonly<Record<string, readonly string[]>>
}

export const EMPTY_DRAFT: PrefixDraft = { text: '', namings: {}, names: {} }

/** For as long as the page is open: kept nowhere, since a config may hold passwords. */
export const prefixDraft = createStore<PrefixDraft>(EMPTY_DRAFT)

export const NO_NAMING: BatchNaming = { prefix: '', suffix: '', renames: [] }

export function changeNaming(key: string, naming: BatchNaming): void {
  prefixDraft.set((draft) => ({ ...draft, namings: { ...draft.namings, [key]: naming } }))
}
