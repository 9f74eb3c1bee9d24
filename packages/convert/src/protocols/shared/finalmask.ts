import type { NodeIssues } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'

/** The parameter of a link that holds it. */
export const MASK_PARAM = 'fm'

/** Masks of Xray's `fm` that only the sender applies: a server reads the stream without knowing of them. */
const ONE_SIDED = new Set(['fragment', 'noise'])
const TYPE = /"type"\s{0,9}:\s{0,9}"([^"]{0,64})"/g

/**
 * Xray's finalmask (link parameter `fm`, JSON) reshapes the bytes on the wire; no client of ours has it. False after a
 * refusal: a mask that the server has to take off again.
 */
export function carriesWithoutMask(node: NodeBase, issues: NodeIssues): boolean {
  if (node.rest?.link === undefined) return true
  for (const [key, value] of node.rest.link) {
    if (key.toLowerCase() !== MASK_PARAM) continue
    for (const match of value.matchAll(TYPE)) {
      if (ONE_SIDED.has(match[1] ?? '')) continue
      issues.refuse('transport-unsupported', MASK_PARAM, { value: match[1] ?? '' })
      return false
    }
    issues.note('field-ignored', MASK_PARAM)
  }
  return true
}
