import { dump } from 'js-yaml'
import { FlowPrinter } from '../../text/flow-printer.ts'
import { KEEPING_DUMP_SCHEMA } from '../../text/kept-scalar.ts'
import type { RuleComments } from '../../config/config-request.ts'
import type { JsonObject } from '../../text/record.ts'

/** Lists whose items stand one a line, printed by our own printer: they are long, and of fixed shape. */
const LINE_LISTS = new Set(['proxies', 'proxy-groups'])

const DUMP = { schema: KEEPING_DUMP_SCHEMA, lineWidth: -1, noRefs: true }

/** A Clash or mihomo document: nodes and groups one a line, everything else as js-yaml writes it, comments above rules. */
export function printYamlConfig(config: JsonObject, ruleComments: RuleComments): string {
  let text = ''
  let others: JsonObject = {}
  const flush = () => {
    if (Object.keys(others).length > 0) text += dump(others, DUMP)
    others = {}
  }
  for (const [key, value] of Object.entries(config)) {
    if (LINE_LISTS.has(key) && Array.isArray(value)) {
      flush()
      text += printYamlList(key, value)
    } else if (key === 'rules' && ruleComments.size > 0) {
      flush()
      text += withComments(dump({ [key]: value }, DUMP), ruleComments)
    } else if (value !== undefined) others[key] = value
  }
  flush()
  return text
}

/** A list of rules is one a line, below its key: no rule holds a line break. */
function withComments(list: string, comments: RuleComments): string {
  const lines: string[] = []
  for (const [at, line] of list.split('\n').entries()) {
    for (const comment of comments.get(at - 1) ?? []) lines.push(`  # ${comment}`.trimEnd())
    lines.push(line)
  }
  return lines.join('\n')
}

/** `proxies:` and one `- {…}` a line. */
function printYamlList(key: string, items: readonly unknown[]): string {
  if (items.length === 0) return `${key}: []\n`
  const printer = new FlowPrinter()
  printer.raw(`${key}:\n`)
  for (const item of items) {
    printer.raw('  - ')
    printer.raw(printer.print(item))
    printer.raw('\n')
  }
  return printer.toString()
}
