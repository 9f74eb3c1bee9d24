import { buildMihomoConfig } from './mihomo-config.ts'
import { proxyListPrinter } from './proxy-list-printer.ts'
import { printYamlConfig } from './print-yaml-config.ts'
import { toMihomoRules } from '../clash-rules/mihomo-rule.ts'
import { type Client, type ClientWriter, NO_HELPERS } from '../client.ts'
import { mihomoFacts } from './facts.ts'
import { isInMihomo, writeMihomoProxy } from './write-proxy.ts'

const WRITER: ClientWriter = {
  writeNode(node, { source }, issues) {
    const entry = writeMihomoProxy(node, issues)
    return entry && { node, source, entry, helpers: NO_HELPERS, isEndpoint: false, link: '' }
  },
  listPrinter: proxyListPrinter,
  buildConfig(request, nodes) {
    const { config, ruleComments, ...result } = buildMihomoConfig(request, nodes.map((one) => one.entry)) // oxfmt-ignore
    return { text: printYamlConfig(config, ruleComments), ...result }
  },
}

/** mihomo, whose words the node model is made of: each protocol's page says its entry. */
export const mihomo: Client<'mihomo'> = {
  facts: mihomoFacts,
  carries: isInMihomo,
  writer: () => WRITER,
  checkRuleLines: (lines) => toMihomoRules(lines, { grammar: 'full' }).issues,
  checkRuleJson: undefined,
}
