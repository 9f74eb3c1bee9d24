import type { ClientFacts } from '../../model/client-facts.ts'
import { XRAY_VERSIONS } from '../../model/xray-version.ts'

/** Xray 26 as a client. */
export const xrayFacts: ClientFacts<'xray'> = {
  id: 'xray',
  title: 'Xray',
  spellings: ['xray'],
  file: { name: 'xray', extension: 'json', mimeType: 'application/json', language: 'json' },
  versions: XRAY_VERSIONS,
  options: ['version'],
  defaultExcludes: [],
  nodes: {
    builtInNames: ['DIRECT', 'REJECT'],
    hasPlainTypes: false,
    noneLeftCode: 'no-nodes',
  },
  groups: {
    types: ['url-test', 'fallback', 'load-balance'],
    members: ['DIRECT', 'REJECT', 'REJECT-DROP'],
    reservedNames: ['DIRECT', 'REJECT', 'REJECT-DROP'],
    readsFilters: false,
    groupsEachProvider: false,
    toleranceMaxMs: undefined,
  },
  rules: {
    grammar: 'full',
    targets: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE'],
    extraTargets: [],
    hasSubRules: false,
    hasSourceLists: true,
    expandsGeo: true,
  },
  configFormats: ['clash-yaml'],
  layout: 'xray-json',
  fetchesLists: () => false,
  settings: { logLevels: ['silent', 'error', 'warning', 'info', 'debug'], needsTunOnPhones: false },
}
