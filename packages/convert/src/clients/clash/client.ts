import { buildClashConfig } from './clash-config.ts'
import { isInClash } from './clash-proxy.ts'
import { proxyListPrinter } from '../mihomo/proxy-list-printer.ts'
import { printYamlConfig } from '../mihomo/print-yaml-config.ts'
import { toMihomoRules } from '../clash-rules/mihomo-rule.ts'
import { type Client, type ClientWriter, NO_HELPERS } from '../client.ts'
import { clashFacts } from './facts.ts'
import { writeClashProxy } from './write-proxy.ts'

const WRITER: ClientWriter = {
  writeNode(node, { source }, issues) {
    const entry = writeClashProxy(node, issues)
    return entry && { node, source, entry, helpers: NO_HELPERS, isEndpoint: false, link: '' }
  },
  listPrinter: proxyListPrinter,
  buildConfig(request, nodes) {
    const { config, ruleComments, ...result } = buildClashConfig(request, nodes.map((one) => one.entry)) // oxfmt-ignore
    return { text: printYamlConfig(config, ruleComments), ...result }
  },
}

/** Classic Clash: it reads mihomo's entries, less of them. */
export const clash: Client<'clash'> = {
  facts: clashFacts,
  carries: isInClash,
  writer: () => WRITER,
  checkRuleLines: (lines) => toMihomoRules(lines, { grammar: 'classic' }).issues,
  checkRuleJson: undefined,
}
