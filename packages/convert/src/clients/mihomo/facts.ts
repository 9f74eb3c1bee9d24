import { LOG_LEVELS, TOLERANCE_MAX_MS } from '../../model/setting-limits.ts'
import type { ClientFacts } from '../../model/client-facts.ts'

/** mihomo, the core of most programs that are called Clash today. */
export const mihomoFacts: ClientFacts<'mihomo'> = {
  id: 'mihomo',
  title: 'Mihomo',
  spellings: ['mihomo'],
  file: { name: 'mihomo', extension: 'yaml', mimeType: 'text/plain;charset=utf-8', language: 'yaml' },
  versions: [],
  options: ['tun', 'providers', 'controller'],
  defaultExcludes: [],
  nodes: {
    builtInNames: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'PASS-RULE', 'COMPATIBLE', 'GLOBAL'],
    hasPlainTypes: true,
    noneLeftCode: 'no-nodes',
  },
  groups: {
    types: ['select', 'url-test', 'fallback', 'load-balance'],
    members: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE'],
    reservedNames: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE', 'PASS-RULE'],
    readsFilters: true,
    groupsEachProvider: false,
    toleranceMaxMs: TOLERANCE_MAX_MS,
  },
  rules: {
    grammar: 'full',
    targets: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE', 'GLOBAL'],
    extraTargets: ['GLOBAL'],
    hasSubRules: true,
    hasSourceLists: true,
    expandsGeo: false,
  },
  configFormats: ['clash-yaml'],
  layout: 'clash-yaml',
  fetchesLists: () => true,
  settings: { logLevels: LOG_LEVELS, needsTunOnPhones: false },
}
