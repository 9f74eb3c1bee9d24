import type { PresetPlace } from './preset-place.ts'

/** A folder of presets that nobody published. For tests. */
export const FOLDER: PresetPlace = { owner: 'ana', repo: 'rules', path: '规则/mine', ref: 'trunk' }

const INI = `[custom]
; made up
ruleset=🎯 Direct,https://lists.example/direct.list
ruleset=Proxy,https://lists.example/proxy.list
ruleset=Proxy,[]DOMAIN-SUFFIX,example.org
ruleset=Proxy,[]FINAL
custom_proxy_group=Proxy\`select\`[]Auto\`[]DIRECT\`.*
custom_proxy_group=Auto\`url-test\`.*\`http://www.gstatic.com/generate_204\`300,,50
custom_proxy_group=🎯 Direct\`select\`[]DIRECT\`[]Proxy
enable_rule_generator=true
overwrite_original_rules=true
`
const YAML = 'proxy-groups:\n  - {name: P, type: select, proxies: [DIRECT]}\nrules:\n  - MATCH,P\n'

export const MADE_UP: Readonly<Record<string, Buffer>> = {
  'one.ini': Buffer.from(INI),
  'two.yaml': Buffer.from(YAML),
  '家里 1.ini': Buffer.from(INI.replaceAll('Proxy', '代理')),
}
