import { buildClashConfig } from './clash-config.ts'
import { isInClash } from './clash-proxy.ts'
import { proxyListPrinter } from '../singbox/outbound-list-printer.ts'
import { printYamlConfig } from '../mihomo/print-yaml-config.ts'
import { NO_HELPERS, writeClashProxy } from '../singbox/write-outbound.ts'
import type { Client, ClientWriter } from '../client.ts'
import { clashFacts } from './facts.ts'

const WRITER: ClientWriter = {
  writeNode(node, { source }, findings) {
    const entry = writeClashProxy(node, findings)
    return entry && { node, source, entry, helpers: NO_HELPERS, isEndpoint: false, link: '' }
  },
  listPrinter: proxyListPrinter,
  buildConfig(request, nodes) {
    const { config, ...result } = buildClashConfig(request, nodes.map((one) => one.entry)) // oxfmt-ignore
    return { text: printYamlConfig(config), ...result }
  },
}

/** Classic Clash: it reads mihomo's entries, less of them. */
export const clash: Client<'clash'> = {
  facts: clashFacts,
  carries: isInClash,
  writer: () => WRITER,
}
