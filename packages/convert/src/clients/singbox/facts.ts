import { LOG_LEVELS, TOLERANCE_MAX_MS } from '../../model/setting-limits.ts'
import { SINGBOX_VERSIONS } from '../../model/singbox-version.ts'
import type { ClientFacts } from '../../model/client-facts.ts'

/** sing-box 1.12 to 1.14. */
export const singboxFacts: ClientFacts<'singbox'> = {
  id: 'singbox',
  title: 'sing-box',
  spellings: ['sing-box', 'singbox'],
  file: { name: 'sing-box', extension: 'json', mimeType: 'application/json', language: 'json' },
  versions: SINGBOX_VERSIONS,
  options: ['version', 'route', 'remote-lists', 'tun', 'controller'],
  defaultExcludes: [],
  nodes: {
    builtInNames: ['direct', 'block', 'DIRECT', 'REJECT', 'GLOBAL'],
    hasPlainTypes: false,
    noneLeftCode: 'no-nodes',
  },
  groups: {
    types: ['select', 'url-test'],
    members: ['DIRECT', 'REJECT', 'REJECT-DROP'],
    reservedNames: ['DIRECT', 'REJECT', 'REJECT-DROP', 'direct', 'block'],
    readsFilters: false,
    groupsEachProvider: false,
    toleranceMaxMs: TOLERANCE_MAX_MS,
  },
  rules: {
    grammar: 'full',
    targets: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE'],
    extraTargets: [],
    hasSubRules: false,
    hasSourceLists: true,
    expandsGeo: true,
  },
  configFormats: ['singbox-json', 'clash-yaml'],
  layout: 'singbox-json',
  fetchesLists: () => false,
  settings: { logLevels: LOG_LEVELS, needsTunOnPhones: true },
}
