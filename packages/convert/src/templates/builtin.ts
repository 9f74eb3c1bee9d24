import { type GroupKey, MORE_SERVICES, REGIONS, SERVICES } from './group-keys.ts'
import { GROUP_NAMES } from './group-names/index.ts'
import { namedList } from './list-addresses.ts'
import type { ListName } from './list-addresses.ts'
import type { Lang, Template, TemplateGroup, TemplateMember, TemplateRule } from './template.ts'

export type BuiltinName = 'minimal' | 'standard' | 'full'

export const BUILTIN_NAMES: readonly BuiltinName[] = ['minimal', 'standard', 'full']

/** Answers 204 and is reachable where the nodes are. */
export const PROBE_URL = 'https://www.gstatic.com/generate_204'

/** How often groups and providers test their nodes; sing-box spells it 10m. */
export const HEALTH_CHECK_INTERVAL_S = 600

/** Milliseconds by which another node must be faster before url-test changes over. */
export const URL_TEST_TOLERANCE_MS = 50

/** Services that work from the mainland: direct comes first. */
const DIRECT_FIRST: ReadonlySet<string> = new Set([
  'apple',
  'microsoft',
  'steam',
  'bilibili',
  'china-media',
  'google-fcm',
])

/** Names for the inside of a network, which no resolver outside knows. */
export const PRIVATE_SUFFIXES: readonly string[] = ['lan', 'local', 'localhost', 'internal', 'home.arpa']

/** One of our templates with its group names in a language: minimal, standard or full. */
export function builtinTemplate(name: BuiltinName, lang: Lang): Template {
  const n = (key: GroupKey): string => GROUP_NAMES[lang][key]
  const main = n('select')
  const direct = select(n('direct'), [DIRECT, ref(main)])
  if (name === 'minimal') {
    return {
      name,
      main,
      groups: [
        select(main, [ref(n('auto')), ALL, DIRECT]),
        auto(n('auto')),
        direct,
        select(n('final'), [ref(main), ref(n('auto')), ref(direct.name)]),
      ],
      rules: [...PRIVATE, match(n('final'))],
    }
  }
  const full = name === 'full'
  const regions = [...REGIONS.map((code) => region(n(code), code)), region(n('other'), 'other')]
  const chosen = [n('auto'), ...(full ? [n('fallback'), n('balance')] : []), n('manual')]
  const inner = [...chosen, ...regions.map((group) => group.name)].map(ref)
  const service = (key: (typeof SERVICES | typeof MORE_SERVICES)[number]): TemplateGroup =>
    key === 'ads'
      ? select(n(key), [ref('REJECT'), DIRECT, ref(main)])
      : select(n(key), DIRECT_FIRST.has(key) ? [DIRECT, ref(main), ...inner] : [ref(main), ...inner, DIRECT])
  const services = full ? [...SERVICES.slice(0, 2), ...MORE_SERVICES, ...SERVICES.slice(2)] : SERVICES
  const groups = [
    select(main, [...inner, ALL, DIRECT]),
    auto(n('auto')),
    ...(full ? [fallback(n('fallback')), balance(n('balance'))] : []),
    { ...select(n('manual'), [ALL]), whenEmpty: 'drop' as const },
    ...services.map(service),
    direct,
    select(n('final'), [ref(main), ref(direct.name), ...inner]),
    ...regions,
  ]
  return {
    name,
    main,
    groups,
    rules: [
      ...PRIVATE,
      ...serviceRules(full, n),
      list('cn', direct.name),
      list('cn-ip', direct.name),
      match(n('final')),
    ],
  }
}

const DIRECT: TemplateMember = { kind: 'ref', name: 'DIRECT' }
const ALL: TemplateMember = { kind: 'all' }

const PRIVATE: readonly TemplateRule[] = [
  ...PRIVATE_SUFFIXES.map((suffix) => line(`DOMAIN-SUFFIX,${suffix},DIRECT`)),
  line('GEOIP,LAN,DIRECT,no-resolve'),
]

/** The narrower list first: the AI hosts of Google before Google, Netflix before streaming at large. */
function serviceRules(full: boolean, n: (key: GroupKey) => string): TemplateRule[] {
  const to = (name: ListName & GroupKey): TemplateRule => list(name, n(name))
  return [
    // What the lists of advertisements take too much of.
    list('ads-exceptions', n('direct')),
    to('ads'),
    ...(full ? [list('ads-apps', n('ads'))] : []),
    to('ai'),
    ...(full ? [list('steam-cn', n('direct')), ...MORE_SERVICES.map(to)] : []),
    to('github'),
    to('telegram'),
    to('apple'),
    to('microsoft'),
    to('streaming'),
  ]
}

function line(text: string): TemplateRule {
  return { kind: 'line', text }
}

function match(group: string): TemplateRule {
  return line(`MATCH,${group}`)
}

function list(name: ListName, group: string): TemplateRule {
  return { kind: 'list', list: namedList(name), group }
}

function ref(name: string): TemplateMember {
  return { kind: 'ref', name }
}

function select(name: string, members: readonly TemplateMember[]): TemplateGroup {
  return { name, type: 'select', members, whenEmpty: 'direct' }
}

function auto(name: string, member: TemplateMember = ALL): TemplateGroup {
  return {
    name,
    type: 'url-test',
    members: [member],
    whenEmpty: 'drop',
    url: PROBE_URL,
    interval: HEALTH_CHECK_INTERVAL_S,
    tolerance: URL_TEST_TOLERANCE_MS,
  }
}

function fallback(name: string): TemplateGroup {
  const { tolerance: _, ...group } = auto(name)
  return { ...group, type: 'fallback' }
}

function balance(name: string): TemplateGroup {
  const { tolerance: _, ...group } = auto(name)
  return { ...group, type: 'load-balance', strategy: 'consistent-hashing' }
}

function region(name: string, code: string): TemplateGroup {
  return auto(name, { kind: 'region', region: code })
}
