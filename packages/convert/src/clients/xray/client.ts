import { isXrayVersion, XRAY_VERSIONS, type XrayVersion } from '../../model/xray-version.ts'
import { printJson } from '../../text/print-json.ts'
import type { Client, ClientWriter } from '../client.ts'
import { buildXrayConfig } from './document.ts'
import { xrayFacts } from './facts.ts'
import { XrayListPrinter } from './node-list.ts'
import { isInXray, writeXrayOutbound } from './nodes/index.ts'
import { xrayRuleIssues } from './rule-issues.ts'
import type { XrayOutbound } from './nodes/outbound.ts'

/** Lists of a config whose entries stand one a line. */
const LINE_LISTS = ['outbounds']
const NO_HELPERS: readonly never[] = []

function writerFor(version: XrayVersion): ClientWriter<XrayOutbound> {
  return {
    writeNode(node, { source }, issues) {
      const entry = writeXrayOutbound(node, version, issues)
      return entry && { node, source, entry, helpers: NO_HELPERS, isEndpoint: false, link: '' }
    },
    listPrinter: () => new XrayListPrinter(),
    buildConfig(request, nodes) {
      const { config, ...result } = buildXrayConfig(request, nodes.map(({ entry }) => entry), version) // oxfmt-ignore
      return { text: printJson(config, LINE_LISTS), ...result }
    },
  }
}

/** Xray 26: `nodes/` says what each protocol becomes. */
export const xray: Client<'xray'> = {
  facts: xrayFacts,
  carries: isInXray,
  writer: ({ version }) => writerFor(version !== undefined && isXrayVersion(version) ? version : XRAY_VERSIONS[0]),
  checkRuleLines: xrayRuleIssues,
  checkRuleJson: undefined,
}
