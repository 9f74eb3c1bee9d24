import { clientFacts, isClientId } from '@switchyard/convert/facts'
import { readJson, readYaml } from '@switchyard/convert'
import { isRecord, type JsonObject, recordOf } from '@switchyard/convert/record'
import type { ResultChange, ItemPart } from '../model/build-result.ts'
import type { ConvertSettings } from '../model/convert-settings.ts'
import { isXrayNode, nameOfTag, recordsOf, ruleWords, texts } from './outline.ts'

/** A config as named things, each as it is told whether it changed. */
interface Items {
  nodes: ReadonlyMap<string, JsonObject>
  rules: ReadonlyMap<string, JsonObject>
  ruleSets: ReadonlyMap<string, JsonObject>
  settings: ReadonlyMap<string, JsonObject>
}

const PARTS = ['nodes', 'rules', 'ruleSets', 'settings'] as const satisfies readonly ItemPart[]

/** What differs between two configs besides their groups: nodes, rules, rule sets and settings, by name. */
export function changedItems(
  before: string,
  after: string,
  { output }: Pick<ConvertSettings, 'output'>,
): ResultChange[] {
  if (!isClientId(output)) return []
  const { layout } = clientFacts(output)
  const read = (text: string) => {
    if (layout === 'clash-yaml') return clashItems(recordOf(readYaml(text).documents[0]?.value))
    const config = recordOf(readJson(text))
    return layout === 'xray-json' ? xrayItems(config) : singboxItems(config)
  }
  const [old, now] = [read(before), read(after)]
  return PARTS.flatMap((part) => changesOf(part, old[part], now[part]))
}

function changesOf(part: ItemPart, old: Items[ItemPart], now: Items[ItemPart]): ResultChange[] {
  const gone = new Map([...old].filter(([name]) => !now.has(name)))
  const changes: ResultChange[] = []
  for (const [name, item] of now) {
    const was = old.get(name)
    if (was) {
      const fields = changedFields(was, item)
      if (fields.length > 0) changes.push({ part, name, state: 'changed', fields })
      continue
    }
    const [nameBefore] = part === 'nodes' ? ([...gone].find(([, one]) => isSame(one, item)) ?? []) : []
    if (nameBefore === undefined) changes.push({ part, name, state: 'added', fields: [] })
    else {
      gone.delete(nameBefore)
      changes.push({ part, name, nameBefore, state: 'renamed', fields: [] })
    }
  }
  return [...changes, ...[...gone.keys()].map((name): ResultChange => ({ part, name, state: 'removed', fields: [] }))]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changedFields(was: JsonObject, is: JsonObject): string[] {
  const fields = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...fields].filter((field) => !isSame(was[field], is[field]))
}

function clashItems(config: JsonObject): Items {
  const { proxies, rules, 'proxy-groups': _, 'rule-providers': providers, ...rest } = config
  return {
    nodes: named(recordsOf(proxies), 'name'),
    rules: new Map(texts(rules).map((rule) => [rule, {}])),
    ruleSets: new Map(Object.entries(recordOf(providers)).map(([name, provider]) => [name, recordOf(provider)])),
    settings: settingsOf(rest),
  }
}

const GROUPS: ReadonlySet<unknown> = new Set(['selector', 'urltest'])

function singboxItems(config: JsonObject): Items {
  const { outbounds, endpoints, route, ...rest } = config
  const { rules, rule_set: ruleSets, ...routing } = recordOf(route)
  const nodes = recordsOf(outbounds).filter(({ type }) => !GROUPS.has(type))
  return {
    nodes: named([...nodes, ...recordsOf(endpoints)], 'tag'),
    rules: ruleItems(recordsOf(rules), ({ outbound }) => outbound),
    ruleSets: named(recordsOf(ruleSets), 'tag'),
    settings: settingsOf({ ...rest, route: routing }),
  }
}

function xrayItems(config: JsonObject): Items {
  const { outbounds, routing, ...rest } = config
  const { rules, balancers: _, ...others } = recordOf(routing)
  const nodes = recordsOf(outbounds).filter(isXrayNode)
  return {
    nodes: new Map(nodes.map(({ tag, remarks, ...node }) => [nameOfTag({ tag, remarks }), node])),
    rules: ruleItems(recordsOf(rules), ({ balancerTag, outboundTag }) => balancerTag ?? outboundTag),
    ruleSets: new Map(),
    settings: settingsOf({ ...rest, routing: others }),
  }
}

function named(records: readonly JsonObject[], key: 'name' | 'tag'): Map<string, JsonObject> {
  return new Map(records.map(({ [key]: name, ...node }) => [String(name), node]))
}

function ruleItems(rules: readonly JsonObject[], groupOf: (rule: JsonObject) => unknown): Map<string, JsonObject> {
  const wordsOf = (rule: JsonObject) => [ruleWords(rule), groupOf(rule)].filter(Boolean).join(' → ')
  return new Map(rules.map((rule) => [wordsOf(rule), rule]))
}

/** Each setting by its key, and those of a section by both: `dns.enable`. */
function settingsOf(config: JsonObject): Map<string, JsonObject> {
  const entries = Object.entries(config).flatMap(([key, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([inner, each]) => [`${key}.${inner}`, each] as const)
      : [[key, value] as const],
  )
  return new Map(entries.map(([key, value]) => [key, isRecord(value) ? value : { '': value }]))
}
