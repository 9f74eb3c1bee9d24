import type { NodeIssues } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'
import { readJson } from '../../text/json.ts'
import { isRecord } from '../../text/record.ts'

/** The parameter of a link that holds it. */
export const MASK_PARAM = 'fm'

/** Masks of Xray's `fm` that only the sender applies: a server reads the stream without knowing of them. */
const ONE_SIDED = new Set(['fragment', 'noise'])
const TYPE = /"type"\s{0,9}:\s{0,9}"([^"]{0,64})"/g

/**
 * Xray's finalmask (link parameter `fm`, JSON) reshapes the bytes on the wire; no client of ours has it. False after a
 * refusal: a mask that the server has to take off again. `own`: one that the node itself says.
 */
export function carriesWithoutMask(node: NodeBase, issues: NodeIssues, own?: string): boolean {
  if (node.rest?.link === undefined) return true
  for (const [key, value] of node.rest.link) {
    if (key.toLowerCase() !== MASK_PARAM) continue
    for (const match of value.matchAll(TYPE)) {
      if (ONE_SIDED.has(match[1] ?? '') || match[1] === own) continue
      issues.refuse('transport-unsupported', MASK_PARAM, { value: match[1] ?? '' })
      return false
    }
    issues.note('field-ignored', MASK_PARAM)
  }
  return true
}

interface Salamander {
  password: string
  /** The parameter says nothing else. */
  isAll: boolean
}

/** The obfuscation of Hysteria 2 in a mask: `{"udp":[{"type":"salamander","settings":{"password":"…"}}]}`. */
export function salamanderOf(text: string): Salamander | undefined {
  const mask = readJson(text)
  if (!isRecord(mask) || !Array.isArray(mask['udp'])) return undefined
  const found: unknown[] = mask['udp'].filter((item) => isRecord(item) && item['type'] === 'salamander')
  const [only] = found
  const settings = found.length === 1 && isRecord(only) ? only['settings'] : undefined
  const password = isRecord(settings) ? settings['password'] : undefined
  if (typeof password !== 'string' || password === '') return undefined
  const others = Object.entries(mask).filter(
    ([key, value]) => key !== 'udp' && !(Array.isArray(value) && value.length === 0),
  )
  return { password, isAll: mask['udp'].length === 1 && others.length === 0 }
}
