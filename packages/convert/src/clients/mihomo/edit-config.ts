import type { ConfigEditor } from '../../inject/shared/config-editor.ts'
import { clashConfigEditor } from '../clash-config/edit-config.ts'
import { CONFIG_KEYS } from './config-keys/config.ts'
import { MIHOMO_DIALECT } from './config-keys/dialect.ts'
import { mihomoFacts } from './facts.ts'
import { writeMihomoProxy } from './write-proxy.ts'

/** How configs of mihomo are changed. */
export const mihomoEditor: ConfigEditor = clashConfigEditor({
  dialect: MIHOMO_DIALECT,
  keys: CONFIG_KEYS,
  builtInNames: mihomoFacts.nodes.builtInNames,
  builtInMembers: mihomoFacts.groups.members,
  renamesProviderNodes: true,
  writeNode(node, name, issues) {
    const value = writeMihomoProxy({ ...node, name }, issues)
    return value && [{ path: ['proxies'], value }]
  },
})
