import { type MapNode, resolved, scalarValue } from '../../document/document-node.ts'
import { openDocument } from '../../document/open-document.ts'
import type { ListTexts } from '../../explain/shared/explanation.ts'
import { type Crossing, findWay } from '../../explain/shared/find-way.ts'
import { Patterns } from '../../explain/shared/patterns.ts'
import {
  type ClashConfig, childOf, type ConfigPart, itemsOf, mapAt, readClashConfig, scalarOf, textOf,
} from './read-config.ts' // oxfmt-ignore

/** A node as groups see it. */
interface Member {
  name: string
  type: string
}

/** Types that carry UDP whatever their `udp` says, and those that never do: docs/formats/explain.md, "UDP". */
const UDP_ALWAYS = new Set('direct reject dns hysteria hysteria2 tuic sudoku openvpn trusttunnel'.split(' '))
const UDP_NEVER = new Set(['http', 'ssh'])
const BUILT_IN = new Set(['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'PASS-RULE', 'COMPATIBLE'])

/** What `exclude-type` of a group calls the types that it does not call by the name in the config. */
const ADAPTERS: Readonly<Record<string, string>> = { ss: 'shadowsocks', ssr: 'shadowsocksr' }
const GROUP_ADAPTERS: Readonly<Record<string, string>> = {
  select: 'selector', fallback: 'fallback', 'url-test': 'urltest', 'load-balance': 'loadbalance',
} // oxfmt-ignore

/** The groups of a config: where each leads, as far as the file tells. */
export class ClashGroups {
  readonly #nodes: ReadonlyMap<string, ConfigPart>
  readonly #groups: ReadonlyMap<string, ConfigPart>
  readonly #providers: ReadonlyMap<string, ConfigPart>
  readonly #texts: ListTexts
  readonly #crossings = new Map<string, Crossing>()
  readonly #ways = new Map<string, ReturnType<typeof findWay>>()
  readonly #filters = new Patterns({ wordChars: 'unicode' })
  readonly #provided = new Map<string, readonly Member[] | undefined>()

  constructor({ proxies, groups, proxyProviders }: ClashConfig, texts: ListTexts) {
    this.#nodes = byName(proxies)
    this.#groups = byName(groups)
    this.#providers = byName(proxyProviders)
    this.#texts = texts
  }

  /** Through which groups a target leads, and to which node. */
  wayOf(target: string): ReturnType<typeof findWay> {
    const known = this.#ways.get(target)
    if (known !== undefined) return known
    const found = findWay(target, (name) => this.#crossingOf(name))
    this.#ways.set(target, found)
    return found
  }

  /** All members of a group, and the providers that are not at hand; undefined where there is no such group. */
  membersOf(name: string): { members: readonly string[]; unread: readonly string[] } | undefined {
    const group = this.#groups.get(name)
    if (group === undefined) return undefined
    const unread: string[] = []
    const { members } = this.#read(group.map, unread)
    return { members, unread }
  }

  /** Whether UDP gets through: what a rule sends to a target without it goes on to the next rules. */
  carriesUdp(target: string): boolean {
    const { way } = this.wayOf(target)
    if (way.groups.some((name) => isOn(this.#groups.get(name)?.map, 'disable-udp'))) return false
    const nodes = way.nodes ?? (way.node === undefined ? [] : [way.node])
    return nodes.length === 0 || nodes.some((name) => this.#nodeCarriesUdp(name))
  }

  #nodeCarriesUdp(name: string): boolean {
    if (BUILT_IN.has(name)) return true
    const map = this.#nodes.get(name)?.map
    // A node of a provider: nothing is known of it.
    if (map === undefined) return true
    const type = textOf(map, 'type') ?? ''
    return UDP_ALWAYS.has(type) || (!UDP_NEVER.has(type) && isOn(map, 'udp'))
  }

  #crossingOf(name: string): Crossing | undefined {
    const group = this.#groups.get(name)
    // Without a group of that name the core makes one, which starts at DIRECT.
    if (group === undefined) return name === 'GLOBAL' ? { chosen: 'DIRECT', members: [], unread: [] } : undefined
    const known = this.#crossings.get(name)
    if (known !== undefined) return known
    const crossing = this.#read(group.map)
    this.#crossings.set(name, crossing)
    return crossing
  }

  #read(map: MapNode, unread: string[] = []): Crossing {
    const { own, provided } = this.#membersOf(map, unread)
    const isWanted = exclusion(map, this.#filters)
    const members = [...own, ...provided].filter((member) => isWanted(member)).map(({ name }) => name)
    if (members.length === 0 && unread.length === 0) members.push(textOf(map, 'empty-fallback') ?? 'COMPATIBLE')
    if (textOf(map, 'type')?.toLowerCase() !== 'select') return { chosen: undefined, members, unread }
    const wished = textOf(map, 'default-selected')
    // Members of providers stand behind the others.
    const first = own.length > 0 || unread.length === 0 ? members[0] : undefined
    const chosen = wished !== undefined && members.includes(wished) ? wished : first
    return { chosen, members, unread: chosen === undefined ? unread : [] }
  }

  #membersOf(map: MapNode, unread: string[]): { own: Member[]; provided: Member[] } {
    const own = names(map, 'proxies').map((name) => ({ name, type: this.#typeOf(name) }))
    const includesAll = isOn(map, 'include-all')
    const includesNodes = includesAll || isOn(map, 'include-all-proxies')
    const tests = testsOf(textOf(map, 'filter'), this.#filters)
    if (includesNodes) {
      const all = [...this.#nodes.keys()].toSorted(byBytes)
      for (const name of all) if (tests.some((test) => test(name))) own.push({ name, type: this.#typeOf(name) })
    }
    const includesProviders = includesAll || isOn(map, 'include-all-providers')
    const use = includesProviders ? [...this.#providers.keys()].toSorted(byBytes) : names(map, 'use')
    const all: Member[] = []
    for (const name of use) {
      const members = this.#providedBy(name)
      if (members === undefined) unread.push(name)
      else for (const member of members) all.push(member)
    }
    // Nodes of providers stand in the order of the patterns.
    const provided = new Set(tests.flatMap((test) => all.filter(({ name }) => test(name))))
    return { own, provided: [...provided] }
  }

  #typeOf(name: string): string {
    const group = this.#groups.get(name)
    if (group !== undefined) return GROUP_ADAPTERS[textOf(group.map, 'type')?.toLowerCase() ?? ''] ?? ''
    const node = this.#nodes.get(name)
    return node === undefined ? name.toLowerCase().replaceAll('-', '') : adapterOf(node.map)
  }

  #providedBy(name: string): readonly Member[] | undefined {
    if (this.#provided.has(name)) return this.#provided.get(name)
    const provider = this.#providers.get(name)
    const members = provider && membersOfProvider(provider.map, this.#texts, this.#filters)
    this.#provided.set(name, members)
    return members
  }
}

function membersOfProvider(map: MapNode, texts: ListTexts, patterns: Patterns): readonly Member[] | undefined {
  const url = textOf(map, 'url')
  const path = textOf(map, 'path')
  const text = (url === undefined ? undefined : texts.get(url)) ?? (path === undefined ? undefined : texts.get(path))
  const root = text === undefined ? undefined : openDocument(text, { format: 'yaml' }).root
  const body = mapAt(root)
  const nodes =
    body === undefined
      ? itemsOf(childOf(map, 'payload')).flatMap(([, node]) => mapAt(node) ?? [])
      : readClashConfig(body).proxies.map((proxy) => proxy.map)
  if (nodes.length === 0) return undefined
  const isFitting = filter(textOf(map, 'filter'), patterns)
  const isExcluded = textOf(map, 'exclude-filter')
  const excludes = isExcluded === undefined ? () => false : filter(isExcluded, patterns)
  const types = (textOf(map, 'exclude-type') ?? '').toLowerCase().split('|')
  const override = mapAt(childOf(map, 'override'))
  const prefix = (override && textOf(override, 'additional-prefix')) ?? ''
  const suffix = (override && textOf(override, 'additional-suffix')) ?? ''
  return nodes.flatMap((node) => {
    const name = textOf(node, 'name') ?? ''
    const isLeft = name === '' || !isFitting(name) || excludes(name) || types.includes(textOf(node, 'type') ?? '')
    return isLeft ? [] : [{ name: `${prefix}${name}${suffix}`, type: adapterOf(node) }]
  })
}

function adapterOf(map: MapNode): string {
  const type = textOf(map, 'type') ?? ''
  return ADAPTERS[type] ?? type
}

/** Names that fit one of the patterns, which stand between backticks. */
function filter(text: string | undefined, patterns: Patterns): (name: string) => boolean {
  const tests = testsOf(text, patterns)
  return (name) => tests.some((test) => test(name))
}

function testsOf(text: string | undefined, patterns: Patterns): ((name: string) => boolean)[] {
  if (text === undefined || text === '') return [() => true]
  return text.split('`').map((pattern) => patterns.take(pattern) ?? (() => false))
}

/** What a group leaves out, of its own members too. */
function exclusion(map: MapNode, patterns: Patterns): (member: Member) => boolean {
  const pattern = textOf(map, 'exclude-filter') ?? ''
  const types = (textOf(map, 'exclude-type') ?? '').toLowerCase().split('|')
  if (pattern === '' && types.join('') === '') return () => true
  const excludes = pattern === '' ? () => false : filter(pattern, patterns)
  return ({ name, type }) => !excludes(name) && !types.includes(type)
}

function names(map: MapNode, key: string): string[] {
  return itemsOf(childOf(map, key)).flatMap(([, node]) => {
    const scalar = resolved(node)
    return scalar.kind === 'scalar' ? [scalar.text] : []
  })
}

function isOn(map: MapNode | undefined, key: string): boolean {
  const scalar = map && scalarOf(map, key)
  return scalar !== undefined && scalarValue(scalar) === true
}

function byName(parts: readonly ConfigPart[]): Map<string, ConfigPart> {
  return new Map(parts.map((part) => [part.name, part]))
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
