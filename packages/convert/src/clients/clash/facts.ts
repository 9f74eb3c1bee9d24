import { LOG_LEVELS, TOLERANCE_MAX_MS } from '../../model/setting-limits.ts'
import type { ClientFacts } from '../../model/client-facts.ts'

/** The open-source core of Clash, 1.18, and the Premium core where that is asked for. */
export const clashFacts: ClientFacts<'clash'> = {
  id: 'clash',
  title: 'Clash',
  spellings: ['clash'],
  file: { name: 'clash', extension: 'yaml', mimeType: 'text/plain;charset=utf-8', language: 'yaml' },
  versions: [],
  options: ['premium', 'tun', 'providers', 'controller'],
  // Not every program that is called Clash takes them.
  defaultExcludes: ['vless', 'hysteria2'],
  nodes: {
    builtInNames: ['DIRECT', 'REJECT', 'GLOBAL'],
    hasPlainTypes: false,
    noneLeftCode: 'no-nodes-for-clash',
  },
  groups: {
    types: ['select', 'url-test', 'fallback', 'load-balance'],
    members: ['DIRECT', 'REJECT'],
    // Most programs that are called Clash today are a mihomo inside.
    reservedNames: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE', 'GLOBAL'],
    readsFilters: false,
    groupsEachProvider: true,
    toleranceMaxMs: TOLERANCE_MAX_MS,
  },
  rules: {
    grammar: 'classic',
    targets: ['DIRECT', 'REJECT', 'GLOBAL'],
    extraTargets: ['GLOBAL'],
    hasSubRules: false,
    hasSourceLists: false,
    expandsGeo: false,
  },
  configFormats: ['clash-yaml'],
  layout: 'clash-yaml',
  fetchesLists: (clash) => clash?.premium === true,
  settings: { logLevels: LOG_LEVELS, needsTunOnPhones: false },
}
