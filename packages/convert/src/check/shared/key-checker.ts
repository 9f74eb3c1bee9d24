import { compareVersions } from '../../text/compare-versions.ts'
import {
  type ContentNode, type DocumentNode, type DocumentPath, fieldsOf, type MapNode, type Pair, type TextRange, resolved,
  type ScalarNode,
} from '../../document/document-node.ts' // oxfmt-ignore
import { indexesHeld } from '../../document/held-items.ts'
import type { Severity } from '../../model/issue.ts'
import type { KeyRule, KeyTable, Reading, ValueRule } from '../../model/key-rules.ts'
import type { TextPlaces } from '../../text/text-places.ts'
import { listFix, replacingFix } from './certain-fix.ts'
import type { CheckFix } from './check-issue.ts'
import type { CheckReport } from './check-report.ts'

/** How a client reads scalars. Each gives undefined where it refuses the value. */
export interface ScalarReading {
  isNull(node: ScalarNode): boolean
  text(node: ScalarNode): string | undefined
  number(node: ScalarNode): number | undefined
  boolean(node: ScalarNode): boolean | undefined
}

/** How a client takes its config. */
export interface KeyDialect {
  readings: Readonly<Record<Reading, ScalarReading>>
  /** What an unknown key is: some clients refuse it, others pass it over in silence. */
  unknownKey: Severity
  /** Keys are matched without case. */
  anyCase: boolean
  /** Whether a text is sound; a format that is missing here takes any. */
  formats: Readonly<Record<string, (text: string) => boolean>>
  /** In maps of weak reading `_` is the same as `-`. */
  underscores: boolean
  /** A key with null is not there. Elsewhere it counts where it is required. */
  nullIsAbsent: boolean
  /** A float is cut to a whole number. */
  floats: boolean
}

/** Nodes that are visited, those behind aliases each time. */
const MAX_VISITS = 3_000_000

/** What a text names: handed to whoever knows the names. */
export type NameFound = (kind: string, name: string, node: DocumentNode, path: DocumentPath) => void

/** Checks the values of a document against the keys that a client has. */
export class KeyChecker {
  readonly #report: CheckReport
  readonly #dialect: KeyDialect
  readonly #version: string | undefined
  readonly #onName: NameFound
  readonly #places: TextPlaces | undefined
  /** The keys of maps that stand on lines below theirs: what such a map lacks is told at its key. */
  readonly #keyOfMap = new Map<DocumentNode, DocumentNode>()
  /** Values of unknown keys that were looked at: aliases lead to the same ones again and again. */
  readonly #anchored = new Map<DocumentNode, boolean>()
  #reading: Reading = 'strict'
  #visits = 0
  #passesUnknown = false

  /** `places`: only values that hold one of them are visited. */
  constructor(
    report: CheckReport,
    dialect: KeyDialect,
    version: string | undefined,
    onName: NameFound = () => {},
    places?: TextPlaces,
  ) {
    this.#places = places
    this.#report = report
    this.#dialect = dialect
    this.#version = version
    this.#onName = onName
  }

  /** Says which key a map stands below. */
  belongsTo(value: DocumentNode, key: DocumentNode): void {
    if (value.kind === 'map' && !value.isFlow) this.#keyOfMap.set(value, key)
  }

  /** Checks one value; `key` is what it is called in messages. */
  check(given: DocumentNode, rule: ValueRule, path: DocumentPath, key: string): boolean {
    if (this.#places?.isIn(given) === false || ++this.#visits > MAX_VISITS) return true
    const node = resolved(given)
    if (rule.kind === 'any') return true
    if (node.kind === 'scalar' && this.#scalars.isNull(node)) return this.#isNullTaken(given, rule, path, key)
    switch (rule.kind) {
      case 'list':
        return this.#list(given, node, rule, path, key)
      case 'map':
      case 'variants':
      case 'map-of':
        return this.#map(given, node, rule, path, key)
      case 'either':
        return this.#either(given, node, rule.of, path, key)
      default:
        if (node.kind !== 'scalar') return this.#wrongType(given, path, key, EXPECTED[rule.kind])
        return this.#scalar(given, node, rule, path, key)
    }
  }

  /** Null is as good as nothing, but where the weak decoder makes an empty text of it that is none of the choices. */
  #isNullTaken(given: DocumentNode, rule: ValueRule, path: DocumentPath, key: string): boolean {
    if (this.#reading !== 'weak' || rule.kind !== 'choice' || rule.values.includes('')) return true
    return this.#wrongValue(given, path, key, { values: rule.values.join(', ') })
  }

  get #scalars(): ScalarReading {
    return this.#dialect.readings[this.#reading]
  }

  #wrongType(node: DocumentNode, path: DocumentPath, key: string, expected: string): false {
    this.#report.add('value-type', node, path, { key, expected }, { fix: this.#typeFix(node, expected) })
    return false
  }

  /** A number or switch in quotes, a text without them, a value alone where a list belongs. */
  #typeFix(node: DocumentNode, expected: string): CheckFix | undefined {
    const { document } = this.#report
    if (node.kind !== 'scalar') return undefined
    const { text, style } = node
    if (expected === EXPECTED.list && text !== '') return listFix(document, node)
    const isQuoted = style === 'double' || style === 'single'
    if (expected === EXPECTED.number && isQuoted && /^(?:0|[1-9]\d{0,9})$/.test(text)) return replacingFix(document, node, Number(text)) // oxfmt-ignore
    if (expected === EXPECTED.boolean && isQuoted && (text === 'true' || text === 'false')) return replacingFix(document, node, text === 'true') // oxfmt-ignore
    const isText = expected === EXPECTED.text && style === 'plain' && text !== '' && text !== 'null' && text !== '~'
    return isText ? replacingFix(document, node, text) : undefined
  }

  #wrongValue(node: DocumentNode, path: DocumentPath, key: string, args: Record<string, string | number>): false {
    this.#report.add('value-wrong', node, path, { key, ...args })
    return false
  }

  #scalar(
    given: DocumentNode,
    node: ScalarNode,
    rule: Extract<ValueRule, { kind: 'text' | 'choice' | 'number' | 'boolean' }>,
    path: DocumentPath,
    key: string,
  ): boolean {
    if (rule.kind === 'boolean')
      return this.#scalars.boolean(node) !== undefined || this.#wrongType(given, path, key, EXPECTED.boolean)
    if (rule.kind === 'number') return this.#number(given, node, rule, path, key)
    const text = this.#scalars.text(node)
    if (text === undefined) return this.#wrongType(given, path, key, EXPECTED.text)
    if (rule.kind === 'choice') return this.#choice(given, text, rule, path, key)
    if (rule.isFilled && text === '') return this.#wrongValue(given, path, key, { expected: 'filled' })
    if (rule.names !== undefined && text !== '') this.#onName(rule.names, text, given, path)
    if (rule.format === undefined || this.#dialect.formats[rule.format]?.(text) !== false) return true
    return this.#wrongValue(given, path, key, { expected: rule.format })
  }

  #number(
    given: DocumentNode,
    node: ScalarNode,
    rule: ValueRule & { kind: 'number' },
    path: DocumentPath,
    key: string,
  ): boolean {
    const number = this.#scalars.number(node)
    if (number === undefined) return this.#wrongType(given, path, key, EXPECTED.number)
    const { min = -Infinity, max = Infinity, values } = rule
    if (!Number.isInteger(number) && !this.#dialect.floats) return this.#wrongType(given, path, key, EXPECTED.number)
    if (values !== undefined && !values.includes(number))
      return this.#wrongValue(given, path, key, { values: values.join(', ') })
    if (number >= min && number <= max) return true
    return this.#wrongValue(given, path, key, { min, max })
  }

  #choice(
    given: DocumentNode,
    text: string,
    { values, anyCase }: ValueRule & { kind: 'choice' },
    path: DocumentPath,
    key: string,
  ): boolean {
    const wanted = anyCase ? text.toLowerCase() : text
    if (values.some((value) => (anyCase ? value.toLowerCase() : value) === wanted)) return true
    const shown = values.filter((value) => value !== '')
    const meant = this.#report.certain(text, shown)
    const fix = meant === undefined ? undefined : replacingFix(this.#report.document, given, meant)
    this.#report.add('value-wrong', given, path, { key, values: shown.join(', '), ...this.#report.nearest(text, shown) }, { fix }) // oxfmt-ignore
    return false
  }

  #list(
    given: DocumentNode,
    node: ContentNode,
    rule: ValueRule & { kind: 'list' },
    path: DocumentPath,
    key: string,
  ): boolean {
    if (node.kind !== 'list') {
      if (rule.takesOne) return this.check(given, rule.of, path, key)
      return this.#wrongType(given, path, key, EXPECTED.list)
    }
    if (rule.isFilled && node.items.length === 0) return this.#wrongValue(given, path, key, { expected: 'filled' })
    let isSound = true
    // An object that is null lacks everything.
    const isOfMaps = rule.of.kind === 'map' || rule.of.kind === 'variants'
    for (const index of indexesHeld(node.items, this.#places)) {
      const item = node.items[index]!
      const inner = resolved(item.value)
      const itemPath = [...path, index]
      if (isOfMaps && inner.kind === 'scalar' && this.#scalars.isNull(inner))
        isSound = this.#wrongType(item.value, itemPath, key, EXPECTED.map)
      else if (!this.check(item.value, rule.of, itemPath, key)) isSound = false
    }
    return isSound
  }

  #map(
    given: DocumentNode,
    node: ContentNode,
    rule: Extract<ValueRule, { kind: 'map' | 'variants' | 'map-of' }>,
    path: DocumentPath,
    key: string,
  ): boolean {
    if (node.kind !== 'map') return this.#wrongType(given, path, key, EXPECTED.map)
    if (rule.kind === 'map-of') return this.#mapOf(node, rule, path)
    const before = this.#reading
    this.#reading = rule.reading ?? before
    const passed = this.#passesUnknown
    this.#passesUnknown = rule.kind === 'map' && rule.passesUnknown === true
    const isSound = this.#keyed(given, node, rule, path)
    this.#passesUnknown = passed
    this.#reading = before
    return isSound
  }

  #keyed(
    given: DocumentNode,
    node: MapNode,
    rule: Extract<ValueRule, { kind: 'map' | 'variants' }>,
    path: DocumentPath,
  ): boolean {
    if (rule.kind === 'map') return this.checkKeys(given, node, rule.keys, rule.requires ?? [], path)
    const pair = fieldsOf(node).get(rule.by)
    const text = pair === undefined ? undefined : this.#variantName(pair.value, rule.by, path)
    if (text === false) return false
    const type = text ?? rule.absent
    if (type === undefined) {
      this.#report.add('key-missing', this.#startOf(given), path, { key: rule.by })
      return false
    }
    const name = rule.anyCase ? type.toLowerCase() : type
    const table = Object.hasOwn(rule.of, name) ? rule.of[name] : undefined
    if (table !== undefined) return this.checkKeys(given, node, table, [], path)
    const known = Object.keys(rule.of).filter((one) => one !== '')
    this.#report.add('value-wrong', pair?.value ?? given, [...path, rule.by], {
      key: rule.by,
      values: known.join(', '),
      ...this.#report.nearest(type, known),
    })
    return false
  }

  /** The text that says which keys a map has; false where it is none. */
  #variantName(value: DocumentNode, key: string, path: DocumentPath): string | undefined | false {
    const node = resolved(value)
    if (node.kind === 'scalar' && this.#scalars.isNull(node)) return undefined
    const text = node.kind === 'scalar' ? this.#scalars.text(node) : undefined
    return text ?? this.#wrongType(value, [...path, key], key, EXPECTED.text)
  }

  #mapOf(node: MapNode, { of, isSolid }: ValueRule & { kind: 'map-of' }, path: DocumentPath): boolean {
    let isSound = true
    for (const [key, { key: keyNode, value }] of fieldsOf(node)) {
      this.belongsTo(value, keyNode)
      const inner = resolved(value)
      const isNull = inner.kind === 'scalar' && this.#scalars.isNull(inner)
      if (isSolid && isNull) isSound = this.#wrongType(value, [...path, key], key, EXPECTED[of.kind])
      else if (!this.check(value, of, [...path, key], key)) isSound = false
    }
    return isSound
  }

  /** Checks the keys of a map and their values; what is missing is told at the map. */
  checkKeys(
    given: DocumentNode,
    node: MapNode,
    table: KeyTable,
    requires: readonly string[],
    path: DocumentPath,
  ): boolean {
    let isSound = true
    const found = new Set<string>()
    for (const [spelled, pair] of fieldsOf(node)) {
      this.belongsTo(pair.value, pair.key)
      const key = this.#keyOf(spelled, table)
      if (key === undefined) {
        if (!this.#unknown(pair, spelled, table, node, path)) isSound = false
        continue
      }
      const inner = resolved(pair.value)
      const isNull = inner.kind === 'scalar' && this.#scalars.isNull(inner)
      if (!isNull || !this.#dialect.nullIsAbsent) found.add(key)
      const rule = table[key]!
      if (!this.#isInVersion(pair, key, rule, [...path, spelled])) isSound = false
      else if (!this.check(pair.value, rule, [...path, spelled], key)) isSound = false
    }
    for (const key of [...requires, ...requiredOf(table)]) {
      if (found.has(key)) continue
      this.#report.add('key-missing', this.#startOf(given), path, { key })
      isSound = false
    }
    return isSound
  }

  #keyOf(spelled: string, table: KeyTable): string | undefined {
    return knownKey(spelled, table, this.#dialect, this.#reading)
  }

  #unknown(pair: Pair, key: string, table: KeyTable, map: MapNode, path: DocumentPath): boolean {
    const { unknownKey: severity } = this.#dialect
    const value = resolved(pair.value)
    const isPlain = value.kind === 'scalar' && !this.#scalars.isNull(value)
    const known = Object.keys(table).filter((name) => !isPlain || takesScalar(table[name]!))
    const nearest = this.#report.nearest(key, known)
    const isError = severity === 'error' && !this.#passesUnknown
    const fix = this.#keyFix(pair, key, known, map)
    const isHolder = !isError && fix === undefined && this.#holdsAnchors(pair.value)
    this.#report.add(
      'key-unknown',
      pair.key,
      [...path, key],
      { key, ...(isHolder ? {} : nearest) },
      { severity: isError ? 'error' : isHolder ? 'note' : 'warning', fix },
    )
    return !isError
  }

  /** Whether a value is there for others to take over: it has an anchor, or one of its own values has. */
  #holdsAnchors(value: DocumentNode): boolean {
    if (value.kind === 'alias') return false
    if (value.anchor !== undefined) return true
    const known = this.#anchored.get(value)
    if (known !== undefined) return known
    const inner = value.kind === 'map' ? value.pairs : value.kind === 'list' ? value.items : []
    const isAnchored = inner.some((each) => each.value.anchor !== undefined)
    this.#anchored.set(value, isAnchored)
    return isAnchored
  }

  /** The key that was meant, unless it stands there too. */
  #keyFix(pair: Pair, key: string, known: readonly string[], map: MapNode): CheckFix | undefined {
    const meant = this.#report.certain(key, known)
    const isFree = meant !== undefined && map.pairs.includes(pair) && !fieldsOf(map).has(meant)
    return isFree ? replacingFix(this.#report.document, pair.key, meant) : undefined
  }

  #isInVersion(pair: Pair, key: string, { since, gone, instead }: KeyRule, path: DocumentPath): boolean {
    const version = this.#version
    if (version === undefined) return true
    if (since !== undefined && compareVersions(version, since) < 0) {
      this.#report.add('key-too-new', pair.key, path, { key, version: since })
      return false
    }
    if (gone !== undefined && compareVersions(version, gone) >= 0) {
      this.#report.add('key-removed', pair.key, path, {
        key,
        version: gone,
        ...(instead === undefined ? {} : { instead }),
      })
      return false
    }
    return true
  }

  /** Where a map begins: a message about all of it need not cover all of it. */
  #startOf(node: DocumentNode): TextRange {
    const inner = resolved(node)
    const isBlock = inner.kind === 'map' && !inner.isFlow && node.kind !== 'alias'
    if (isBlock) return this.#keyOfMap.get(node) ?? inner.pairs[0]?.key ?? node
    return { start: node.start, end: Math.min(node.end, node.start + 1) }
  }

  #either(
    given: DocumentNode,
    node: ContentNode,
    rules: readonly ValueRule[],
    path: DocumentPath,
    key: string,
  ): boolean {
    const fitting = rules.find((rule) => fitsKind(node, rule, this.#scalars)) ?? rules[0]!
    return this.check(given, fitting, path, key)
  }
}

/** Whether a value is of the kind that a rule is about. */
export function fitsKind(node: ContentNode, rule: ValueRule, scalars: ScalarReading): boolean {
  if (node.kind === 'list') return rule.kind === 'list'
  if (node.kind === 'map') return rule.kind === 'map' || rule.kind === 'map-of' || rule.kind === 'variants'
  if (rule.kind === 'boolean') return scalars.boolean(node) !== undefined
  if (rule.kind === 'number') return scalars.number(node) !== undefined
  return (rule.kind === 'text' || rule.kind === 'choice') && scalars.text(node) !== undefined
}

/** The key of a table that a spelling stands for; undefined where the client knows none. */
export function knownKey(
  spelled: string,
  table: KeyTable,
  { anyCase, underscores }: Pick<KeyDialect, 'anyCase' | 'underscores'>,
  reading: Reading,
): string | undefined {
  if (Object.hasOwn(table, spelled)) return spelled
  const isWeak = reading === 'weak'
  if (!anyCase && !isWeak) return undefined
  const plain = isWeak && underscores ? spelled.replaceAll('_', '-') : spelled
  const wanted = plain.toLowerCase()
  return Object.keys(table).find((key) => key.toLowerCase() === wanted)
}

const requiredByTable = new WeakMap<KeyTable, readonly string[]>()

function requiredOf(table: KeyTable): readonly string[] {
  let required = requiredByTable.get(table)
  if (required === undefined) {
    required = Object.keys(table).filter((key) => table[key]!.isRequired)
    requiredByTable.set(table, required)
  }
  return required
}

const EXPECTED = {
  text: 'text',
  choice: 'text',
  number: 'number',
  boolean: 'true or false',
  list: 'list',
  map: 'object',
  'map-of': 'object',
  variants: 'object',
  either: 'text',
  any: 'text',
} as const satisfies Record<ValueRule['kind'], string>

/** Whether a text, number or switch may stand there: the key of a map is not what was meant by one that has such a value. */
function takesScalar(rule: ValueRule): boolean {
  if (rule.kind === 'either') return rule.of.some(takesScalar)
  return rule.kind !== 'map' && rule.kind !== 'map-of' && rule.kind !== 'variants'
}
