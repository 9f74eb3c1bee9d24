import { CORE_SCHEMA, load, mergeTag, Schema } from 'js-yaml'
import { isRecord, type JsonObject } from '../src/text/record.ts'

/**
 * What mihomo, subconverter and sing-box-subscribe make of the groups of a template, read anew: nothing of the engine is
 * used here but the plain shape of a map. Patterns run on the RegExp of Node, so this is for trusted files only.
 *
 * Sources: mihomo adapter/outboundgroup/parser.go and groupbase.go; subconverter src/generator/config/subexport.cpp
 * (`groupGenerate`); sing-box-subscribe main.py (`combin_to_config`). What we do beyond stands in docs/formats/groups.md.
 */

export interface NamedNode {
  name: string
  /** As mihomo calls it in a config. */
  type: string
}

export interface ReferenceGroup {
  name: string
  type: string
  members: string[]
  /** Nothing was found for it. */
  isEmpty?: boolean
}

/** What the group lists of a client may name beside nodes and groups. */
export interface ReferenceClient {
  members: readonly string[]
  hasProviders: boolean
  /** It has nodes of `type: direct`; elsewhere the built-in stands for them. */
  hasPlainTypes: boolean
  /** It looks up nodes by filters itself. */
  readsFilters: boolean
}

const SCHEMA = new Schema([...CORE_SCHEMA.tags, mergeTag])
const GROUP_TYPES: Readonly<Record<string, string>> = {
  select: 'select',
  'url-test': 'url-test',
  fallback: 'fallback',
  'load-balance': 'load-balance',
  // Of a fork.
  smart: 'url-test',
}

/** A YAML text without limits. */
export function readPlainYaml(text: string): JsonObject {
  // A list in brackets may end in column 0 for mihomo, not for this reader.
  const config = load(text.replaceAll(/^\]/gm, ' ]'), { schema: SCHEMA, maxAliases: 1e6, maxDepth: 1000 })
  if (!isRecord(config)) throw new Error('no map')
  return config
}

/**
 * The groups of a mihomo file into which nodes are put. Without nodes: what mihomo makes of the file as it stands, where
 * a group that is left empty goes out directly.
 */
export function referenceOfMihomo(
  config: JsonObject,
  client: ReferenceClient,
  given?: readonly NamedNode[],
): ReferenceGroup[] {
  const own = maps(config['proxies'])
    .map((proxy) => ({ name: textOf(proxy['name']), type: textOf(proxy['type']) }))
    .filter(({ name }) => name !== '')
  const groups = maps(config['proxy-groups'])
  const groupTypes = new Map(groups.map((group) => [textOf(group['name']), textOf(group['type'])]))
  const everyNode = [...own, ...(given ?? [])]
  const typeOf = new Map(everyNode.map(({ name, type }) => [name, type]))
  const providers = Object.keys(recordOf(config['proxy-providers']))
  return groups.map((group) => {
    const refs = texts(group['proxies']).filter(
      (name) => client.members.includes(name) || groupTypes.has(name) || typeOf.has(name),
    )
    const isAll = isOn(group['include-all'])
    const usesAll = isAll || isOn(group['include-all-providers'])
    const fromProviders = usesAll || texts(group['use']).length > 0
    const filter = textOf(group['filter'])
    const pool = poolOf()
    const chosen = filter === '' ? pool : inOrderOf(filter.split('`').map(dotnetTest), pool)
    const types = textOf(group['exclude-type']).split('|').map(adapterType)
    const excludes = textOf(group['exclude-filter']).split('`').filter(Boolean).map(dotnetTest)
    const stays = (name: string) =>
      !excludes.some((exclude) => exclude(name)) && !types.includes(typeOfMember(name).toLowerCase())
    const named = [...refs, ...chosen.map(({ name }) => name)].filter(stays)
    const members = [...new Set(named.map(builtInOf))]
    const uses = texts(group['use']).some((name) => providers.includes(name))
    const filled = client.hasProviders && (uses || (usesAll && providers.length > 0 && fillsAll()))
    const fallback = textOf(group['empty-fallback']) || (given ? 'REJECT' : 'COMPATIBLE')
    return {
      name: textOf(group['name']),
      type: GROUP_TYPES[textOf(group['type'])] ?? textOf(group['type']),
      members: members.length > 0 || filled ? members : [fallback],
      isEmpty: members.length === 0,
    }

    function poolOf(): readonly NamedNode[] {
      if (isAll || isOn(group['include-all-proxies'])) return everyNode
      if (given === undefined) return []
      // The given nodes stand in for those of providers where a filter chooses among these, or the client has none.
      if (fromProviders) return filter !== '' || !client.hasProviders ? given : []
      if (filter !== '') return everyNode
      return texts(group['proxies']).length === 0 ? given : []
    }

    function fillsAll(): boolean {
      return client.readsFilters || (filter === '' && types.join('') === '' && excludes.length === 0)
    }

    function builtInOf(name: string): string {
      const type = client.hasPlainTypes || groupTypes.has(name) ? undefined : typeOf.get(name)
      return type === 'direct' || type === 'reject' ? type.toUpperCase() : name
    }

    function typeOfMember(name: string): string {
      return adapterType(typeOf.get(name) ?? groupTypes.get(name) ?? name)
    }
  })
}

const ADAPTERS: Readonly<Record<string, string>> = {
  ss: 'shadowsocks', ssr: 'shadowsocksr', select: 'selector', 'url-test': 'urltest', 'load-balance': 'loadbalance',
  'reject-drop': 'rejectdrop',
} // oxfmt-ignore

function adapterType(type: string): string {
  const lower = type.trim().toLowerCase()
  return ADAPTERS[lower] ?? lower
}

/** The groups of an ini file as subconverter fills them; one that finds no node leads to REJECT here. */
export function referenceOfIni(text: string, nodes: readonly NamedNode[], client: ReferenceClient): ReferenceGroup[] {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const value = /^\s*custom_proxy_group\s*=(.*)$/.exec(line)?.[1]?.trim()
    return value === undefined || value.startsWith('!!import:') ? [] : [value.split('`')]
  })
  const names = new Set(rows.map(([name = '']) => name.trim()))
  const isKnown = (name: string) =>
    names.has(name) || client.members.includes(name) || nodes.some((node) => node.name === name)
  return rows.map(([name = '', type = '', ...items]) => {
    const rules = type === 'select' || type === 'relay' ? items : items.slice(0, -2)
    const members = rules.flatMap((rule) => {
      if (rule.startsWith('[]')) return isKnown(rule.slice(2).trim()) ? [rule.slice(2).trim()] : []
      const test = rule === '' ? () => false : pcreTest(rule)
      return nodes.filter((node) => test(node.name)).map((node) => node.name)
    })
    const found = [...new Set(members)]
    return { name: name.trim(), type, members: found.length > 0 ? found : ['REJECT'], isEmpty: found.length === 0 }
  })
}

/** The groups of a sing-box template of sing-box-subscribe; one that finds no node is blocked here. */
export function referenceOfSingbox(config: JsonObject, nodes: readonly NamedNode[]): ReferenceGroup[] {
  const outbounds = maps(config['outbounds'])
  return outbounds
    .filter(({ type }) => type === 'selector' || type === 'urltest')
    .map(({ tag, type, outbounds: members, filter }) => {
      const chosen = maps(filter).reduce((left, one) => {
        const pattern = texts(one['keywords']).join('|')
        if (one['for'] !== undefined || pattern.trim() === '') return left
        const test = new RegExp(pattern, 'u')
        return left.filter(({ name }) => test.test(name) === (one['action'] !== 'exclude'))
      }, nodes)
      const found = texts(members).flatMap((ref) => (ref === '{all}' ? chosen.map(({ name }) => name) : [ref]))
      return { name: textOf(tag), type: textOf(type), members: found.length > 0 ? [...new Set(found)] : ['REJECT'] }
    })
}

/** Nodes in the order of the filters, each once. */
function inOrderOf(tests: readonly ((name: string) => boolean)[], nodes: readonly NamedNode[]): NamedNode[] {
  return [...new Set(tests.flatMap((test) => nodes.filter(({ name }) => test(name))))]
}

const WORD = String.raw`[\p{L}\p{Mn}\p{Nd}\p{Pc}]`
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`

/** mihomo's engine reads what .NET reads: a border of words is one of Unicode there. */
function dotnetTest(pattern: string): (name: string) => boolean {
  return compiled(pattern, EDGE)
}

/** PCRE2 with UTF and without UCP: `\b`, `\w` and `\d` are of ASCII, as in JavaScript. */
function pcreTest(pattern: string): (name: string) => boolean {
  return compiled(pattern)
}

function compiled(pattern: string, edge?: string): (name: string) => boolean {
  const regex = new RegExp(spelledOut(pattern, edge), 'u')
  return (name) => regex.test(name)
}

/** JavaScript has no `(?i)` in the middle: it holds up to the end of its group, so letters behind it get both cases. */
function spelledOut(pattern: string, edge = '\\b'): string {
  const open: boolean[] = []
  let ignoresCase = false
  return pattern.replace(
    /\\(?:[pP]\{[^}]*\}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?([imsnxu]*)(?:-([imsnxu]+))?([:)])|\(\?(?:<?[=!]|:|>|<\w+>)|[()]|\p{L}/gu,
    (token, on: string | undefined, off: string | undefined, end: string | undefined) => {
      if (end !== undefined && (on || off)) {
        if (end === ':') open.push(ignoresCase)
        ignoresCase = on?.includes('i') ? true : off?.includes('i') ? false : ignoresCase
        return end === ':' ? '(?:' : ''
      }
      if (token === '\\b') return edge
      if (token.startsWith('(')) open.push(ignoresCase)
      else if (token === ')') ignoresCase = open.pop() ?? false
      else if (ignoresCase && token.startsWith('['))
        return `${token.slice(0, -1)}${otherCase(token.replace(/^\[\^?/, ''))}`
      else if (ignoresCase && /^\p{L}$/u.test(token) && otherCase(token) !== token)
        return `[${token}${otherCase(token)}]`
      return token
    },
  )
}

function otherCase(text: string): string {
  return text.replace(/\\.|[a-zA-Z]/g, (one) =>
    one.startsWith('\\') ? one : one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
  )
}

function maps(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function isOn(value: unknown): boolean {
  return value === true
}
