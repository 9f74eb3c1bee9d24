import type { ConfigEditor } from '../../inject/shared/config-editor.ts'
import { clashConfigEditor } from '../clash-config/edit-config.ts'
import { CLASH_DIALECT } from './check-config.ts'
import { CLASH_KEYS } from './config-keys.ts'
import { clashFacts } from './facts.ts'
import { writeClashProxy } from './write-proxy.ts'

/** How configs of Clash are changed. */
export const clashEditor: ConfigEditor = clashConfigEditor({
  dialect: CLASH_DIALECT,
  keys: CLASH_KEYS,
  builtInNames: clashFacts.groups.reservedNames,
  builtInMembers: clashFacts.groups.members,
  renamesProviderNodes: false,
  writeNode(node, name, issues) {
    const value = writeClashProxy({ ...node, name }, issues)
    return value && [{ path: ['proxies'], value }]
  },
})
