import { isRecord, type JsonObject, recordOf, recordsOf } from '../text/record.ts'
import { readToml } from '../text/toml.ts'
import { readYaml } from '../text/yaml.ts'

/**
 * The ini form of an external config that is written as YAML or TOML; undefined for any other text. Both say what the ini
 * form says, under other names. Source: tindy2013/subconverter `src/handler/settings.cpp`, `src/config/binding.h`.
 */
export function iniFormOf(text: string): string | undefined {
  return linesOf(text.replace(/^\ufeff/, ''))
    ?.map(oneLine)
    .join('\n')
}

function linesOf(text: string): string[] | undefined {
  // Only texts that may be one are parsed: a template may be large.
  if (/^custom[ \t]*:/m.test(text)) {
    const { documents } = readYaml(text, { maxAliases: MAX_ALIASES })
    const root = documents[0]?.value
    if (isRecord(root) && isRecord(root['custom']) && !hasConfig(root)) return yamlLines(root['custom'])
  }
  if (/^[ \t]*version[ \t]*=[ \t]*[1-9]/m.test(text)) {
    const root = readToml(text)
    if (root && isRecord(root['custom'])) return tomlLines(root)
  }
  return undefined
}

const MAX_ALIASES = 100

/** A config of a client that happens to have a key of that name. */
const hasConfig = (root: JsonObject) => ['proxies', 'proxy-groups', 'rules'].some((key) => Object.hasOwn(root, key))

function yamlLines(custom: JsonObject): string[] {
  const either = (...keys: string[]) => recordsOf(custom[keys.find((key) => Object.hasOwn(custom, key)) ?? ''])
  return [
    ...plainLines(custom),
    ...either('rulesets', 'surge_ruleset').map((one) => line('ruleset', one, yamlRuleset)),
    ...either('proxy_groups', 'custom_proxy_group').map((one) => line('custom_proxy_group', one, group)),
    ...either('rename_node').map((one) => line('rename', one, rename)),
    ...either('emojis', 'emoji').map((one) => line('emoji', one, emoji)),
  ]
}

function tomlLines(root: JsonObject): string[] {
  return [
    ...plainLines(recordOf(root['custom'])),
    ...recordsOf(root['rulesets']).map((one) => line('ruleset', one, tomlRuleset)),
    ...recordsOf(root['custom_groups']).map((one) => line('custom_proxy_group', one, group)),
    ...recordsOf(root['rename_node']).map((one) => line('rename', one, rename)),
    ...recordsOf(root['emoji']).map((one) => line('emoji', one, emoji)),
  ]
}

/** Keys that are called and mean the same in all forms; a list is a line for each of its values. */
function plainLines(custom: JsonObject): string[] {
  return Object.entries(custom).flatMap(([key, value]) => {
    const values = Array.isArray(value) ? value.filter((one) => typeof one !== 'object') : [value]
    return values.filter((one) => typeof one !== 'object').map((one) => `${key}=${String(one)}`)
  })
}

const said = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')

/** What stands in another file is a line that says so. */
function line(key: string, one: JsonObject, valueOf: (one: JsonObject) => string): string {
  const file = said(one['import'])
  return `${key}=${file === '' ? valueOf(one) : `!!import:${file}`}`
}

function yamlRuleset(one: JsonObject): string {
  const interval = said(one['interval'])
  const list = said(one['ruleset'])
  if (list === '') return `${said(one['group'])},[]${said(one['rule'])}`
  return [said(one['group']), list, ...(interval === '' ? [] : [interval])].join(',')
}

/** Of these, `surge-ruleset` is what a list is without a type. */
const TOML_TYPES: ReadonlyMap<string, string> = new Map([
  ['quantumultx', 'quanx:'],
  ['clash-domain', 'clash-domain:'],
  ['clash-ipcidr', 'clash-ipcidr:'],
  ['clash-classic', 'clash-classic:'],
])

function tomlRuleset(one: JsonObject): string {
  const list = said(one['ruleset'])
  const type = list.startsWith('[]') ? '' : (TOML_TYPES.get(said(one['type'])) ?? '')
  return yamlRuleset({ ...one, ruleset: type + list })
}

/** Kinds whose members are not tested. */
const PLAIN_KINDS: ReadonlySet<string> = new Set(['select', 'ssid', 'relay'])
const PROBE = { url: 'http://www.gstatic.com/generate_204', interval: 300 }

function group(one: JsonObject): string {
  const { name, type, rule, url = PROBE.url, interval = PROBE.interval, timeout, tolerance } = one
  const members = Array.isArray(rule) ? rule.map(said).filter(Boolean) : []
  const probe = [said(url), [interval, timeout, tolerance].map(said).join(',')]
  return [said(name), said(type), ...members, ...(PLAIN_KINDS.has(said(type)) ? [] : probe)].join('`')
}

const rename = (one: JsonObject) => (one['script'] === undefined ? `${said(one['match'])}@${said(one['replace'])}` : '')
const emoji = (one: JsonObject) => (one['script'] === undefined ? `${said(one['match'])},${said(one['emoji'])}` : '')

/** A value is no more than one line. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
