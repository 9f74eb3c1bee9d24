import { createHash } from 'node:crypto'
import { countSource, type SourceCounts } from '@switchyard/recipe'
import { type KeptText, unpackedText } from '../../shared/kept-text.ts'
import { MAX_ALIASES, MAX_NODES } from '../engine-output.ts'

/** A text of a source, to be looked at. */
export interface CountJob {
  text: KeptText
}

const LIMITS = { maxNodes: MAX_NODES, maxAliases: MAX_ALIASES }

/** Counts what stands in a text of a source. */
export function countJob({ text }: CountJob): SourceCounts {
  return countSource(unpackedText(text), LIMITS, (servers) => createHash('sha256').update(servers).digest('hex'))
}
