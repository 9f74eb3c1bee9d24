import { compareVersions } from '../text/compare-versions.ts'
import { knownKey } from '../check/shared/key-checker.ts'
import {
  type ContentNode, type DocumentNode, type DocumentPath, fieldsOf, findNode, type Pair, resolved,
} from '../document/document-node.ts' // oxfmt-ignore
import type { OpenDocument } from '../document/open-document.ts'
import type { KeyRule, KeyTable, Reading, ValueRule } from '../model/key-rules.ts'
import { isSecretKey } from '../model/secret-keys.ts'
import { fittingRule, ruleAt, tableOf } from './form-rules.ts'
import type { FormLayout } from './shared/form-layout.ts'

/** How the value of a key is shown and changed. `raw`: as it stands in the text. */
export type FormControl =
  | { kind: 'switch' | 'map' | 'raw' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'number'; min?: number; max?: number; values?: readonly number[] }
  // `names`: what the text names.
  | { kind: 'text'; isSecret?: true; names?: string }
  | { kind: 'texts'; isSecret?: true; names?: string; values?: readonly string[]; isNumbers?: true }

/** What a control shows: of a list its texts. */
export type FieldValue = string | number | boolean | readonly string[]

/** A key that stands in a config. */
export interface FormField {
  key: string
  path: DocumentPath
  control: FormControl
  /** As its control shows it; absent where that is `map` or `raw`. */
  value?: FieldValue
  /** What stands there, cut to what one looks at. */
  source?: string
  line: number
  endLine: number
  /** The client does not know the key. */
  isUnknown?: true
  /** It stands in another place, which this one shares: an alias, or a merge. */
  isShared?: true
  /** It cannot be left out. */
  isRequired?: true
  /** The version that refuses the key, and the key that took its place. */
  gone?: string
  instead?: string
  /** The keys of a map. */
  inside?: FormFields
}

/** A key that could be added. */
export interface AbsentField {
  key: string
  control: FormControl
}

/** The keys of a map, and those that it could have. */
export interface FormFields {
  path: DocumentPath
  fields: readonly FormField[]
  absent: readonly AbsentField[]
}

const SOURCE_MAX = 2000
/** Maps within maps that are shown; deeper ones are text. */
const DEPTH_MAX = 4

export interface FieldsRequest {
  layout: FormLayout
  document: OpenDocument
  version: string
  /** Whether a key stands at this place of the form. */
  isHere: (path: DocumentPath, isKnown: boolean) => boolean
}

/** The keys of the map at a path. */
export function formFields(request: FieldsRequest, path: DocumentPath, depth = 0): FormFields {
  const { layout, document, version, isHere } = request
  const given = findNode(document.root, path)
  const node = given && resolved(given)
  const placed = ruleAt(layout, document.root, path)
  if (placed === undefined) return { path, fields: [], absent: [] }
  const rule = fittingRule(placed.rule, node, layout.dialect, placed.reading)
  const reading = ('reading' in rule && rule.reading) || placed.reading
  const table = withChoices(tableOf(rule, node) ?? {}, layout, path)
  const fields: FormField[] = []
  const found = new Set<string>()
  const isOpen = rule.kind === 'map-of'
  const map = node?.kind === 'map' ? node : undefined
  const ownPairs = new Set(map?.pairs)
  for (const [spelled, pair] of map ? fieldsOf(map) : []) {
    const key = isOpen ? spelled : knownKey(spelled, table, layout.dialect, reading)
    if (key !== undefined) found.add(key)
    const at = [...path, spelled]
    if (!isHere(at, key !== undefined)) continue
    const own = isOpen ? rule.of : key === undefined ? undefined : table[key]
    fields.push(
      fieldOf(request, { pair, key: spelled, path: at, rule: own, reading, depth, isLent: !ownPairs.has(pair) }),
    )
  }
  const absent = Object.entries(table).flatMap(([key, own]) => {
    if (found.has(key) || !isHere([...path, key], true) || !isInVersion(own, version)) return []
    return [{ key, control: controlOf(key, own, undefined, { layout, reading, depth }) }]
  })
  return { path, fields, absent }
}

function isInVersion({ since, gone }: KeyRule, version: string): boolean {
  if (since !== undefined && compareVersions(version, since) < 0) return false
  return gone === undefined || compareVersions(version, gone) < 0
}

/** The keys with the texts that are meant where the client would take any. */
function withChoices(table: KeyTable, { choices }: FormLayout, path: DocumentPath): KeyTable {
  const found = Object.keys(table).flatMap((key) => {
    const values = choices[patternOf([...path, key])]
    return values === undefined ? [] : [[key, { ...table[key], kind: 'choice', values }]]
  })
  return found.length === 0 ? table : { ...table, ...Object.fromEntries(found) }
}

/** A path without places in lists: `proxy-groups.type`. */
export function patternOf(path: DocumentPath): string {
  return path.filter((step) => typeof step === 'string').join('.')
}

interface Place {
  pair: Pair
  key: string
  path: DocumentPath
  rule: KeyRule | ValueRule | undefined
  reading: Reading
  depth: number
  /** It stands in another map that is merged into this one. */
  isLent: boolean
}

function fieldOf(request: FieldsRequest, { pair, key, path, rule, reading, depth, isLent }: Place): FormField {
  const { document, layout } = request
  const value = pair.value
  const inner = resolved(value)
  const control = rule === undefined ? RAW : controlOf(key, rule, inner, { layout, reading, depth })
  const line = document.positionOf(pair.from).line
  const shown = valueOf(control, inner, layout.dialect.readings[reading])
  const isMap = control.kind === 'map'
  // A value that the control cannot show stands there as it is written.
  const isText = !isMap && shown === undefined
  return {
    key,
    path,
    control: isText ? RAW : control,
    ...(shown !== undefined && { value: shown }),
    ...(isText && { source: sourceOf(document, value) }),
    line,
    endLine: Math.max(line, document.positionOf(Math.max(pair.from, trimmedEnd(document.text, value) - 1)).line),
    ...(rule === undefined && { isUnknown: true }),
    ...((value.kind === 'alias' || isLent) && { isShared: true }),
    ...(rule !== undefined && 'isRequired' in rule && { isRequired: true }),
    ...(rule !== undefined && 'gone' in rule && rule.gone !== undefined && { gone: rule.gone }),
    ...(rule !== undefined && 'instead' in rule && rule.instead !== undefined && { instead: rule.instead }),
    ...(isMap && { inside: formFields(request, path, depth + 1) }),
  }
}

const RAW: FormControl = { kind: 'raw' }

interface Around {
  layout: FormLayout
  reading: Reading
  depth: number
}

function controlOf(key: string, given: ValueRule, node: ContentNode | undefined, around: Around): FormControl {
  const rule = fittingRule(given, node, around.layout.dialect, around.reading)
  switch (rule.kind) {
    case 'boolean':
      return { kind: 'switch' }
    case 'choice':
      return { kind: 'choice', values: rule.values.filter((value) => value !== '') }
    case 'number': {
      const { min, max, values } = rule
      return { kind: 'number', ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(values && { values }) } // oxfmt-ignore
    }
    case 'text':
      return { kind: 'text', ...(isSecretKey(key) && { isSecret: true }), ...(rule.names && { names: rule.names }) }
    case 'list':
      return textsControl(key, rule.of)
    case 'map':
    case 'variants':
      return around.depth < DEPTH_MAX ? { kind: 'map' } : RAW
    default:
      return RAW
  }
}

function textsControl(key: string, given: ValueRule): FormControl {
  const rule = given.kind === 'either' ? given.of.find(({ kind }) => kind === 'text') : given
  if (rule?.kind === 'number') return { kind: 'texts', isNumbers: true }
  if (rule?.kind === 'choice') return { kind: 'texts', values: rule.values.filter((value) => value !== '') }
  if (rule?.kind !== 'text') return RAW
  return { kind: 'texts', ...(isSecretKey(key) && { isSecret: true }), ...(rule.names && { names: rule.names }) }
}

type ScalarReading = FormLayout['dialect']['readings'][Reading]

function valueOf(control: FormControl, node: ContentNode, reading: ScalarReading): FieldValue | undefined {
  if (control.kind === 'texts') return textsOf(node, reading)
  if (node.kind !== 'scalar') return undefined
  switch (control.kind) {
    case 'switch':
      return reading.boolean(node)
    case 'number':
      return reading.number(node)
    case 'text':
    case 'choice':
      return reading.isNull(node) ? '' : reading.text(node)
    default:
      return undefined
  }
}

/** The texts of a list of scalars, as they are written; a scalar alone is a list of one. */
function textsOf(node: ContentNode, reading: ScalarReading): string[] | undefined {
  if (node.kind === 'scalar') return reading.isNull(node) ? [] : [node.text]
  if (node.kind !== 'list') return undefined
  const texts: string[] = []
  for (const { value } of node.items) {
    const item = resolved(value)
    if (item.kind !== 'scalar') return undefined
    texts.push(item.text)
  }
  return texts
}

function sourceOf({ text }: OpenDocument, node: DocumentNode): string {
  const source = text.slice(node.start, node.end).trimEnd()
  return source.length > SOURCE_MAX ? `${source.slice(0, SOURCE_MAX).toWellFormed()}…` : source
}

function trimmedEnd(text: string, { start, end }: DocumentNode): number {
  let at = end
  while (at > start && /\s/.test(text[at - 1]!)) at--
  return at
}
