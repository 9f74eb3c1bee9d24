import type { GroupPlan, PlannedGroup } from '../../config/groups.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { HEALTH_CHECK_INTERVAL_S, PROBE_URL } from '../../templates/builtin.ts'
import { BLOCK_TAG, DIRECT_TAG, type Tags } from './tags.ts'
import type { JsonObject } from '../../text/record.ts'

/** Where a rule leads. */
export type RuleTarget = { outboundTag: string } | { balancerTag: string }

/** Members of a fallback group that are tried in their order; each costs a balancer, and a rule before all others. */
const MOST_IN_ORDER = 16

/**
 * Groups as balancers. Only those that something leads to are written: nobody can choose another one by hand. A group
 * inside a group is an outbound that leads back into the routing, since a balancer holds no balancer.
 */
export class Targets {
  readonly balancers: JsonObject[] = []
  /** Outbounds that lead to a balancer. */
  readonly loopbacks: JsonObject[] = []
  /** The rules of those; they come before all others. */
  readonly rules: JsonObject[] = []
  readonly #groups: ReadonlyMap<string, PlannedGroup>
  readonly #nodes: ReadonlyMap<string, string>
  readonly #tags: Tags
  readonly #report: ReportConfigIssue
  readonly #balancerTags = new Map<PlannedGroup, string>()
  readonly #loopbackTags = new Map<string, string>()
  readonly #waiting: PlannedGroup[] = []
  readonly #fixed = new Set<PlannedGroup>()
  readonly #observed = new Set<string>()
  readonly #tested: PlannedGroup[] = []

  /** `nodes`: the tag of every node by its name. */
  constructor(plan: GroupPlan, nodes: ReadonlyMap<string, string>, tags: Tags, report: ReportConfigIssue) {
    this.#groups = new Map(plan.groups.map((group) => [group.name, group]))
    this.#nodes = nodes
    this.#tags = tags
    this.#report = report
  }

  /** Where a group, a node or a built-in name leads. */
  of(name: string): RuleTarget {
    const end = this.#follow(name)
    return typeof end === 'string' ? { outboundTag: end } : { balancerTag: this.#balancerOf(end) }
  }

  /** The same as an outbound, for what cannot lead to a balancer: the first outbound, a chain, a member. */
  outboundOf(name: string): string {
    const target = this.of(name)
    return 'outboundTag' in target ? target.outboundTag : this.#loopbackTo(target.balancerTag)
  }

  /** Writes the groups that were asked for, and those inside them. */
  finish(): void {
    for (let group = this.#waiting.pop(); group !== undefined; group = this.#waiting.pop()) this.#write(group)
  }

  /** What tests the members; undefined where no group has any. */
  observatory(): JsonObject | undefined {
    if (this.#observed.size === 0) return undefined
    const urls = new Set(this.#tested.map(({ template }) => template.url || PROBE_URL))
    const [url, ...others] = urls
    for (const other of others) this.#report('field-ignored', { value: other }, 'url')
    const intervals = this.#tested.map(({ template }) => template.interval || HEALTH_CHECK_INTERVAL_S)
    return {
      subjectSelector: this.#selectorOf([...this.#observed]),
      probeURL: url,
      // Xray knows no days.
      probeInterval: `${intervals.reduce((least, interval) => Math.min(least, interval))}s`,
      enableConcurrency: true,
    }
  }

  /** Through groups that have one way out: those of a single member, and those that wait for a choice by hand. */
  #follow(name: string): string | PlannedGroup {
    for (let at = name; ;) {
      const group = this.#groups.get(at)
      if (group === undefined) return this.#tagOf(at)
      const { members, template } = group
      if (members.length > 1 && template.type !== 'select') return group
      at = this.#choiceOf(group)
    }
  }

  /** The first member; a later group or node if nothing was found for that one, as nobody can choose by hand. */
  #choiceOf(group: PlannedGroup): string {
    const { members } = group
    const [first = 'DIRECT'] = members
    const choice = this.#groups.get(first)?.isEmptied
      ? (members.find((name) => this.#holdsNodes(name)) ?? first)
      : first
    if (members.length > 1 && !this.#fixed.has(group)) {
      this.#fixed.add(group)
      this.#report('group-choice-fixed', { group: group.name, name: choice }, 'proxy-groups')
    }
    return choice
  }

  #holdsNodes(name: string): boolean {
    const group = this.#groups.get(name)
    return group === undefined ? this.#nodes.has(name) : !group.isEmptied
  }

  #tagOf(name: string): string {
    if (name === 'DIRECT') return DIRECT_TAG
    if (name === 'REJECT' || name === 'REJECT-DROP') return BLOCK_TAG
    return this.#nodes.get(name) ?? BLOCK_TAG
  }

  #balancerOf(group: PlannedGroup): string {
    let tag = this.#balancerTags.get(group)
    if (tag === undefined) {
      this.#balancerTags.set(group, (tag = this.#tags.next('b')))
      this.#waiting.push(group)
    }
    return tag
  }

  #loopbackTo(balancerTag: string): string {
    let tag = this.#loopbackTags.get(balancerTag)
    if (tag === undefined) {
      this.#loopbackTags.set(balancerTag, (tag = this.#tags.next('g')))
      this.loopbacks.push({ tag, protocol: 'loopback', settings: { inboundTag: tag } })
      this.rules.push({ inboundTag: [tag], balancerTag })
    }
    return tag
  }

  #write(group: PlannedGroup): void {
    const tag = this.#balancerTags.get(group)!
    const members = [...new Set(group.members.map((member) => this.outboundOf(member)))]
    for (const member of members) this.#observed.add(member)
    this.#tested.push(group)
    const { type, strategy } = group.template
    if (type === 'fallback') return this.#writeInOrder(group, tag, members)
    if (type === 'load-balance' && strategy !== 'round-robin') {
      const from = strategy === undefined ? type : `${type} (${strategy})`
      this.#report('group-kind-changed', { group: group.name, from, to: 'random' }, 'proxy-groups')
    }
    const wanted = type === 'url-test' ? 'leastPing' : strategy === 'round-robin' ? 'roundRobin' : 'random'
    this.#push(tag, group.name, members, wanted, usualOf(members))
  }

  /** A chain: each member alone, and while it does not answer the way to the next one. */
  #writeInOrder(group: PlannedGroup, first: string, members: readonly string[]): void {
    const inOrder = members.slice(0, members.length > MOST_IN_ORDER ? MOST_IN_ORDER - 1 : MOST_IN_ORDER)
    const steps = inOrder.map((member) => [member])
    const rest = members.slice(inOrder.length)
    if (rest.length > 0) {
      steps.push(rest)
      this.#report('group-order-cut', { group: group.name, count: inOrder.length }, 'proxy-groups')
    }
    let tag = first
    for (const [index, step] of steps.entries()) {
      const isLast = index === steps.length - 1
      const next = isLast ? '' : this.#tags.next('b')
      this.#push(tag, group.name, step, 'leastPing', isLast ? usualOf(members) : this.#loopbackTo(next))
      tag = next
    }
  }

  /** `usual`: where it leads before the first test, and while no member answers. */
  #push(tag: string, name: string, members: readonly string[], strategy: string, usual: string): void {
    const selector = this.#selectorOf(members)
    this.balancers.push({ tag, remarks: name, selector, strategy: { type: strategy }, fallbackTag: usual })
  }

  /** Whole tags; the letter of all nodes where all nodes are meant. */
  #selectorOf(members: readonly string[]): string[] {
    const nodes = members.filter(isNodeTag)
    if (nodes.length < 2 || nodes.length < this.#tags.count('n')) return [...members]
    return ['n', ...members.filter((member) => !isNodeTag(member))]
  }
}

const isNodeTag = (tag: string): boolean => tag.startsWith('n')

/** A member that is a proxy, where there is one. */
function usualOf(members: readonly string[]): string {
  return members.find((member) => member !== DIRECT_TAG && member !== BLOCK_TAG) ?? members[0] ?? BLOCK_TAG
}
