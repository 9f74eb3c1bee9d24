import { buildMihomoConfig } from './mihomo-config.ts'
import { proxyListPrinter } from '../singbox/outbound-list-printer.ts'
import { printYamlConfig } from './print-yaml-config.ts'
import { NO_HELPERS, writeMihomoProxy } from '../singbox/write-outbound.ts'
import type { Client, ClientWriter } from '../client.ts'
import { mihomoFacts } from './facts.ts'

const WRITER: ClientWriter = {
  writeNode(node, { source }, findings) {
    const entry = writeMihomoProxy(node, findings)
    return entry && { node, source, entry, helpers: NO_HELPERS, isEndpoint: false, link: '' }
  },
  listPrinter: proxyListPrinter,
  buildConfig(request, nodes) {
    const { config, ...result } = buildMihomoConfig(request, nodes.map((one) => one.entry)) // oxfmt-ignore
    return { text: printYamlConfig(config), ...result }
  },
}

/** mihomo, whose words the node model is made of: each protocol's page says its entry. */
export const mihomo: Client<'mihomo'> = {
  facts: mihomoFacts,
  carries: (protocol) => protocol.mihomoTypes.length > 0,
  writer: () => WRITER,
}
