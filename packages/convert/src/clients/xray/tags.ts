import type { GroupedNode } from '../../config/config-request.ts'

/** What Xray calls the way out that is no proxy, and the one that goes nowhere. */
export const DIRECT_TAG = 'direct'
export const BLOCK_TAG = 'block'

const SHORTEST = 3
/** Nodes, those among them that only tell about the subscription, balancers, and ways to a balancer. */
export type TagKind = 'n' | 'i' | 'b' | 'g'

/**
 * Tags of one length: what chooses outbounds in Xray takes every tag that begins alike, so that none may be the start of
 * another, and a comma in one mixes up what was chosen before.
 */
export class Tags {
  readonly #next = new Map<TagKind, number>()
  readonly #width: number

  /** `most`: how many of a kind there may be. */
  constructor(most: number) {
    this.#width = Math.max(SHORTEST, `${most}`.length)
  }

  /** `n001`, then `n002`. */
  next(kind: TagKind): string {
    const number = (this.#next.get(kind) ?? 0) + 1
    this.#next.set(kind, number)
    return `${kind}${`${number}`.padStart(this.#width, '0')}`
  }

  /** How many tags of a kind were given. */
  count(kind: TagKind): number {
    return this.#next.get(kind) ?? 0
  }
}

/** The tag of every node by its name. */
export function tagNodes(nodes: readonly Pick<GroupedNode, 'name' | 'isInfo'>[], tags: Tags): Map<string, string> {
  return new Map(nodes.map(({ name, isInfo }) => [name, tags.next(isInfo ? 'i' : 'n')]))
}
