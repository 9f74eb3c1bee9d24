import { parseTree, type Node, type ParseError } from 'jsonc-parser'
import { withoutHashComments } from './hash-comments.ts'
import { isListOfObjects, listOf, propertiesOf, shown, tagsOf, typeOf, type Property } from './json-nodes.ts'
import type { RuleReport } from './rule-report.ts'
import type { VersionRange } from './version-range.ts'

/** Newest source version of a rule set file by minor version. */
const SOURCE_VERSION_MAX = { 12: 3, 13: 4, 14: 5 } as const

/** The rules and rule sets of a text, whatever holds them. */
export interface FoundRules {
  rules: Node[]
  sets: Node[]
  isHeadless: boolean
  /** Tags, where the text holds all there are. */
  setTags?: readonly string[]
  outbounds?: readonly string[]
}

const NOTHING: FoundRules = { rules: [], sets: [], isHeadless: false }

/** Finds what is to be checked: a whole config, a `route`, lists, single rules, or a rule set's source file. */
export function findRules(text: string, report: RuleReport, versions: VersionRange): FoundRules {
  const plain = withoutHashComments(text)
  if (typeof plain === 'number') {
    report.addAt(plain, 1, 'bad-json', 'json')
    return NOTHING
  }
  const errors: ParseError[] = []
  const root = parseTree(plain, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined || root === undefined) {
    report.addAt(error?.offset ?? 0, error?.length ?? 1, 'bad-json', 'json')
    return NOTHING
  }
  if (root.type === 'array') return { ...NOTHING, ...sorted(root.children ?? []) }
  if (root.type !== 'object') {
    report.add(root, 'rule-value', 'not-an-object')
    return NOTHING
  }
  return findInObject(root, report, versions)
}

function findInObject(root: Node, report: RuleReport, versions: VersionRange): FoundRules {
  const fields = propertiesOf(root)
  const route = fields.get('route')
  if (route !== undefined) {
    const found = findInRoute(propertiesOf(route.value), report)
    // A fragment has no list of groups: any name may be meant.
    if (!fields.has('outbounds') && !fields.has('endpoints')) return found
    return {
      ...found,
      outbounds: [...tagsOf(fields.get('outbounds')?.value), ...tagsOf(fields.get('endpoints')?.value)],
    }
  }
  if (fields.has('tag')) return { ...NOTHING, sets: [root] }
  if (fields.has('version') && fields.has('rules')) {
    checkSourceVersion(fields.get('version')!.value, report, versions)
    return { ...NOTHING, rules: fields.get('rules')!.value.children ?? [], isHeadless: true }
  }
  const isRule = fields.has('mode') || fields.has('action') || fields.has('outbound') || fields.has('type')
  if (!isRule && (fields.has('rules') || (fields.has('rule_set') && isListOfObjects(fields.get('rule_set')!.value)))) {
    return findInRoute(fields, report)
  }
  return { ...NOTHING, ...sorted([root]) }
}

function findInRoute(fields: ReadonlyMap<string, Property>, report: RuleReport): FoundRules {
  const rules = listOf(fields.get('rules')?.value)
  const sets = listOf(fields.get('rule_set')?.value)
  for (const field of ['rules', 'rule_set']) {
    const value = fields.get(field)?.value
    if (value?.type === 'object') report.add(value, 'rule-value', 'field-type', { field, expected: 'list' })
  }
  return { ...NOTHING, rules, sets, setTags: [...new Set(tagsOf(fields.get('rule_set')?.value))] }
}

function checkSourceVersion(node: Node, report: RuleReport, versions: VersionRange): void {
  const most = SOURCE_VERSION_MAX[versions.low]
  const value: unknown = node.value
  const isSound = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
  if (!isSound)
    report.add(node, 'rule-value', 'field-value', { field: 'version', value: shown(node), min: 1, max: most })
}

/** Rules and rule sets that stand side by side. */
function sorted(nodes: readonly Node[]): Pick<FoundRules, 'rules' | 'sets'> {
  return { rules: nodes.filter((node) => !isRuleSet(node)), sets: nodes.filter(isRuleSet) }
}

function isRuleSet(node: Node): boolean {
  if (node.type !== 'object') return false
  const fields = propertiesOf(node)
  const type = typeOf(fields)
  return fields.has('tag') || type === 'inline' || type === 'local' || type === 'remote'
}
