import { LOG_LEVELS, TOLERANCE_MAX_MS } from '../../config/setting-limits.ts'
import type { SingboxVersion } from '../../protocols/protocol.ts'
import type { ClientFacts } from '../client-facts.ts'

/** The versions that sing-box is written for, the usual one first. */
export const SINGBOX_VERSIONS = ['compatible', '1.12', '1.13', '1.14'] as const satisfies readonly SingboxVersion[]

/** Whether sing-box is written for a version of this name. */
export function isSingboxVersion(name: string): name is SingboxVersion {
  return SINGBOX_VERSIONS.some((version) => version === name)
}

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
  settings: { logLevels: LOG_LEVELS },
}
