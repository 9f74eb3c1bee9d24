import { outboundListPrinter } from './outbound-list-printer.ts'
import { migratedTemplate } from './migrations/migrated-template.ts'
import { buildSingboxConfig, nodeResolver } from './singbox-config.ts'
import { isInSingbox, singboxTarget, writeSingboxOutbound } from './write-outbound.ts'
import { printJson } from '../../text/print-json.ts'
import { isSingboxVersion, type SingboxVersion } from '../../model/singbox-version.ts'
import { checkSingboxRules } from './rule-check/check-singbox-rules.ts'
import { toSingboxRules } from './singbox-rule.ts'
import type { Client, ClientWriter, WriterSetup, WrittenNode } from '../client.ts'
import { singboxFacts } from './facts.ts'

/** Lists of a config whose entries stand one a line. */
const LINE_LISTS = ['outbounds', 'endpoints']

/** sing-box: each protocol's page says its outbound. */
export const singbox: Client<'singbox'> = {
  facts: singboxFacts,
  carries: isInSingbox,
  writer: singboxWriter,
  checkRuleLines: (lines) =>
    toSingboxRules(lines, { tagOf: (action) => action, ruleSetOf: (provider) => provider }).issues,
  checkRuleJson: (text, version) => checkSingboxRules(text, { version: versionOf(version) }),
}

function versionOf(name: string | undefined): SingboxVersion {
  return name !== undefined && isSingboxVersion(name) ? name : 'compatible'
}

function singboxWriter({ version, template, claimName }: WriterSetup): ClientWriter {
  const migrated = template && migratedTemplate(template, versionOf(version))
  const resolver = migrated && nodeResolver(migrated.template)
  const target = { ...singboxTarget(versionOf(version)), ...(resolver === undefined ? {} : { resolver }) }
  return {
    writeNode(node, { source }, issues) {
      const parts = writeSingboxOutbound(node, target, issues)
      if (parts === undefined) return undefined
      const { main: entry, helpers, isEndpoint } = parts
      const written = { node, source, entry, helpers, isEndpoint, link: '' }
      return helpers.length === 0 ? written : withUniqueHelpers(written, claimName)
    },
    listPrinter: outboundListPrinter,
    buildConfig(request, nodes) {
      const outbounds = nodes.flatMap((one) => (one.isEndpoint ? [] : [one.entry, ...one.helpers]))
      const endpoints = nodes.filter((one) => one.isEndpoint).map((one) => one.entry)
      const own = migrated ?? { template: request.template, issues: [] }
      const built = { ...request, template: own.template, singbox: target }
      const { config, issues, refused } = buildSingboxConfig(built, outbounds, endpoints)
      return { text: printJson(config, LINE_LISTS), issues: [...own.issues, ...issues], refused }
    },
  }
}

/** Helpers have tags of their own: one that a node or another helper has already gets a suffix. */
function withUniqueHelpers(written: WrittenNode, claimName: (wanted: string) => string): WrittenNode {
  let { entry } = written
  const helpers = written.helpers.map((helper) => {
    const tag = claimName(String(helper['tag']))
    if (tag === helper['tag']) return helper
    if (entry['detour'] === helper['tag']) entry = { ...entry, detour: tag }
    return { ...helper, tag }
  })
  return { ...written, entry, helpers }
}
