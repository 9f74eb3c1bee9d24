import type { ConfigEditor, KnownRules, NamedPart, NameReference, NameSpace, PartKind, ListedRule, ReadConfig, RuleNames } from './shared/config-editor.ts' // oxfmt-ignore
import { type MapNode, resolved } from '../document/document-node.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { nearestNames } from '../rules/nearest-names.ts'
import { ruleValueIn } from '../rules/rule-names.ts'
import type { JsonObject } from '../text/record.ts'
import { TextDraft } from './text-draft.ts'
import { KnownNodes } from './known-nodes.ts'

/** Nobody reads more suggestions, and each looks at all names. */
const MAX_SEARCHES = 50
const SPACES: readonly NameSpace[] = ['target', 'proxy-provider', 'rule-set', 'inbound', 'dns-server']

/** What was read from one opening of a config. */
interface Reading extends ReadConfig {
  parts: ReadonlyMap<string, NamedPart>
  all: readonly NamedPart[]
  rules: Iterable<ListedRule>
  references?: { text: string | undefined; found: readonly NameReference[] }
}

/** A config while it is changed: its text as a draft, its names, and the rules that it holds. */
export class ConfigState implements RuleNames {
  readonly editor: ConfigEditor
  readonly draft: TextDraft
  readonly #readings = new WeakMap<OpenDocument, Reading>()
  /** What has a name now, those that wait to be written included. */
  readonly #kinds = new Map<string, PartKind>()
  #known: KnownRules | undefined
  #knownNodes: KnownNodes | undefined
  readonly #newMembers = new Set<string>()
  readonly #newValues = new Map<string, JsonObject>()
  #isRewritten = false
  #searches = 0

  constructor(editor: ConfigEditor, document: OpenDocument) {
    this.editor = editor
    this.draft = new TextDraft(document)
    for (const { kind, name } of this.reading(document).all) if (name !== '') this.#kinds.set(keyOf(kind, name), kind)
  }

  /** The parts and rules of a document. */
  reading(document = this.draft.document): Reading {
    let reading = this.#readings.get(document)
    if (reading === undefined) {
      const root = rootOf(document)
      const all = this.editor.partsOf(root)
      // Of equal names the first one counts.
      const parts = new Map(all.toReversed().map((part) => [keyOf(part.kind, part.name), part]))
      const rules = this.editor.rulesOf(root)
      reading = { document, root, all, parts, rules }
      this.#readings.set(document, reading)
    }
    return reading
  }

  /** The rules of a document that may say what a line says. */
  rulesLike(document: OpenDocument, line: string): Iterable<ListedRule> {
    const { hasRuleLines } = this.editor
    const places = hasRuleLines ? this.editor.placesOf(document, ruleValueIn(line)) : undefined
    return this.editor.rulesOf(this.reading(document).root, places)
  }

  /** Whether parts or rules stand below a key at the top. */
  holdsParts(key: string): boolean {
    const places = Object.values(this.editor.places)
    return places.some((path) => path?.[0] === key) || this.reading().all.some(({ path }) => path[0] === key)
  }

  /** The texts of a document that name its parts; those that may hold a text, where one is given. */
  references(document: OpenDocument, text?: string): readonly NameReference[] {
    const reading = this.reading(document)
    const known = reading.references
    if (known !== undefined && (known.text === undefined || known.text === text)) return known.found
    const found = this.editor.referencesIn(document, reading.root, text)
    reading.references = { text, found }
    return found
  }

  /** A part as it stands in a document; undefined for one that waits to be written. */
  partIn(document: OpenDocument, space: NameSpace, name: string): NamedPart | undefined {
    return this.reading(document).parts.get(`${space} ${name}`)
  }

  /** The same, after what waits was written if need be. */
  part(space: NameSpace, name: string): NamedPart | undefined {
    const found = this.partIn(this.draft.document, space, name)
    if (found !== undefined || !this.#kinds.has(`${space} ${name}`) || !this.draft.settle()) return found
    return this.partIn(this.draft.document, space, name)
  }

  kindOf(name: string): PartKind | undefined {
    return this.#kinds.get(`target ${name}`)
  }

  hasRuleSet(name: string): boolean {
    return this.has('rule-set', name)
  }

  has(space: NameSpace, name: string): boolean {
    return this.#kinds.has(`${space} ${name}`)
  }

  /** Where a part of such a name is. */
  spaceOf(name: string): NameSpace | undefined {
    return SPACES.find((space) => this.has(space, name))
  }

  isBuiltIn(name: string): boolean {
    return this.editor.builtInNames.includes(name)
  }

  names(...spaces: readonly NameSpace[]): string[] {
    const wanted = spaces.length === 0 ? SPACES : spaces
    return [...this.#kinds.keys()].flatMap((key) => {
      const space = wanted.find((one) => key.startsWith(`${one} `))
      return space === undefined ? [] : [key.slice(space.length + 1)]
    })
  }

  /** Whether a member was added to a group and waits to be written. */
  isNewMember(group: string, name: string): boolean {
    return this.#newMembers.has(`${group}\n${name}`)
  }

  addMember(group: string, name: string): void {
    this.#newMembers.add(`${group}\n${name}`)
  }

  /** `value`: what waits to be written. */
  add(kind: PartKind, name: string, value?: JsonObject): void {
    this.#kinds.set(keyOf(kind, name), kind)
    if (value !== undefined) this.#newValues.set(keyOf(kind, name), value)
  }

  /** What was to be written for a part; it may be written by now. */
  newValue(kind: PartKind, name: string): JsonObject | undefined {
    return this.#newValues.get(keyOf(kind, name))
  }

  remove(space: NameSpace, name: string): void {
    this.#kinds.delete(`${space} ${name}`)
  }

  rename(space: NameSpace, names: ReadonlyMap<string, string>): void {
    const renamed = [...names].flatMap(([from, to]) => {
      const kind = this.#kinds.get(`${space} ${from}`)
      return kind === undefined ? [] : [[`${space} ${to}`, kind] as const]
    })
    for (const from of names.keys()) this.#kinds.delete(`${space} ${from}`)
    for (const [key, kind] of renamed) this.#kinds.set(key, kind)
  }

  /** The rules that are there, those that wait included. */
  get knownRules(): KnownRules {
    if (this.#known !== undefined) return this.#known
    this.refresh()
    return (this.#known = this.editor.knownRules(() => this.reading()))
  }

  /** Nodes by server and port, those that wait included. */
  get knownNodes(): KnownNodes {
    if (this.#knownNodes !== undefined) return this.#knownNodes
    this.refresh()
    return (this.#knownNodes = new KnownNodes(this.editor, () => this.reading()))
  }

  /** Something is gone or has another name: what looks at the text has to read it again. */
  rewritten(): void {
    this.#known = undefined
    this.#knownNodes = undefined
    this.#newMembers.clear()
    this.#isRewritten = true
  }

  /** Reads the text again if more changed than was added. */
  refresh(): void {
    if (this.#isRewritten) this.draft.settle()
    this.#isRewritten = false
  }

  /** The name that may have been meant, as arguments of an issue. */
  nearest(name: string, ...spaces: readonly NameSpace[]): { nearest?: string } {
    const [nearest] = this.#searches++ < MAX_SEARCHES ? nearestNames(name, this.names(...spaces)) : []
    return nearest === undefined ? {} : { nearest }
  }
}

function keyOf(kind: PartKind, name: string): string {
  return `${kind === 'node' || kind === 'group' ? 'target' : kind} ${name}`
}

/** The map that a config is; an empty one where nothing stands in it. */
function rootOf({ root }: OpenDocument): MapNode {
  const map = root && resolved(root)
  if (map?.kind === 'map') return map
  return {
    kind: 'map',
    isFlow: false,
    pairs: [],
    fields: undefined,
    start: 0,
    end: 0,
    from: 0,
    anchor: undefined,
    tag: undefined,
  }
}
