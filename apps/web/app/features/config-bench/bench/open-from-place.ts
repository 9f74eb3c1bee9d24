import type { GitFailure } from '@switchyard/git-hosts'
import { fileNameOf } from '../../../components/file-save/file-address.ts'
import { deviceFileDrafts } from '../../../components/file-save/file-drafts.ts'
import { failureOf } from '../../../components/file-save/file-save.ts'
import { isSameBytes, type NoText, openText } from '../../../components/file-save/text-file.ts'
import type { FileAddress, Place } from '../../../components/places/place.ts'
import { nameOfFile } from './name-of-file.ts'
import type { PlaceOrigin } from './panel.ts'

/** A config as a place has it, or as it was typed there before and not saved. */
export interface FoundConfig {
  name: string
  text: string
  origin: PlaceOrigin
  isDraft: boolean
}

/** Reads a config from a place; a draft of it comes first. */
export async function openFromPlace(
  place: Place,
  address: FileAddress,
  drafts = deviceFileDrafts,
): Promise<FoundConfig | { failure: GitFailure } | { noText: NoText }> {
  const draft = await drafts.find(address)
  try {
    const there = await place.space(address.root, address.ref).read(address.path)
    const isDraft = draft !== undefined && !isSameBytes(draft.bytes, there.bytes)
    const format = await openText(isDraft ? draft.bytes : there.bytes)
    if (typeof format === 'string') return { noText: format }
    const base = isDraft ? draft.base : there
    const origin: PlaceOrigin = { kind: 'place', address, format, ...(base ? { base } : {}) }
    return { name: nameOfFile(fileNameOf(address.path)), text: format.text, origin, isDraft }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
