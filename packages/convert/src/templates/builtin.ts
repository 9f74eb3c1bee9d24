import { type BuiltinName, type GroupKey, REGIONS, SERVICE_SETS, type ServiceName } from './group-keys.ts'
import { PROBE_URL } from '../model/setting-limits.ts'
import { GROUP_NAMES } from './group-names/index.ts'
import { ALL, DIRECT, line, list, ref, select } from './parts.ts'
import { serviceGroups, serviceRules } from './services.ts'
import type { Lang, Template, TemplateGroup, TemplateMember, TemplateRule } from './template.ts'

export { PROBE_URL }

/** How often groups and providers test their nodes; sing-box spells it 10m. */
export const HEALTH_CHECK_INTERVAL_S = 600

/** Milliseconds by which another node must be faster before url-test changes over. */
export const URL_TEST_TOLERANCE_MS = 50

/** Names for the inside of a network, which no resolver outside knows. */
export const PRIVATE_SUFFIXES: readonly string[] = ['lan', 'local', 'localhost', 'internal', 'home.arpa']

/**
 * One of our templates with its group names in a language: minimal, standard or full. It routes the given services in
 * the place of those that it has by itself.
 */
export function builtinTemplate(
  name: BuiltinName,
  lang: Lang,
  services: readonly ServiceName[] = SERVICE_SETS[name],
): Template {
  const n = (key: GroupKey): string => GROUP_NAMES[lang][key]
  const main = n('select')
  const direct = select(n('direct'), [DIRECT, ref(main)])
  const places = { main: [ref(main)], direct: direct.name, nameOf: n }
  if (name === 'minimal') {
    return {
      name,
      main,
      groups: [
        select(main, [ref(n('auto')), ALL, DIRECT]),
        auto(n('auto')),
        ...serviceGroups(services, { ...places, others: [ref(n('auto')), ALL] }),
        direct,
        select(n('final'), [ref(main), ref(n('auto')), ref(direct.name)]),
      ],
      rules: [...PRIVATE, ...serviceRules(services, places), match(n('final'))],
    }
  }
  const full = name === 'full'
  const regions = [...REGIONS.map((code) => region(n(code), code)), region(n('other'), 'other')]
  const chosen = [n('auto'), ...(full ? [n('fallback'), n('balance')] : []), n('manual')]
  const inner = [...chosen, ...regions.map((group) => group.name)].map(ref)
  const groups = [
    select(main, [...inner, ALL, DIRECT]),
    auto(n('auto')),
    ...(full ? [fallback(n('fallback')), balance(n('balance'))] : []),
    { ...select(n('manual'), [ALL]), whenEmpty: 'drop' as const },
    ...serviceGroups(services, { ...places, others: inner }),
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
      ...serviceRules(services, { ...places, withMore: full }),
      list('cn', direct.name),
      list('cn-ip', direct.name),
      match(n('final')),
    ],
  }
}

const PRIVATE: readonly TemplateRule[] = [
  ...PRIVATE_SUFFIXES.map((suffix) => line(`DOMAIN-SUFFIX,${suffix},DIRECT`)),
  line('GEOIP,LAN,DIRECT,no-resolve'),
]

function match(group: string): TemplateRule {
  return line(`MATCH,${group}`)
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
