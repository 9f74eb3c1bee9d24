import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import type { ClientId } from '../clients/facts.ts'
import { FORM_LAYOUTS } from '../clients/form-layouts.ts'
import {
  type DocumentNode, type DocumentPath, fieldsOf, findNode, type MapNode, resolved,
} from '../document/document-node.ts' // oxfmt-ignore
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import type { IssueArgs, IssueCode } from '../model/issue.ts'
import { type FieldsRequest, type FormFields, formFields } from './form-fields.ts'
import { textOf } from './form-rules.ts'
import type { FormLayout, FormListKind, FormListLayout, FormSectionId, GroupPreview } from './shared/form-layout.ts'

export interface FormOptions {
  client: ClientId
  /** One of the client's versions; absent: the newest one. */
  version?: string | undefined
}

/** Why a text cannot be shown as a form, and where. */
export interface UnreadablePlace {
  code: IssueCode
  args: IssueArgs
  line: number
  column: number
}

/** A section as it stands in an outline. */
export interface FormSection {
  id: FormSectionId
  /** Its items; where it has no list, the keys that are set. */
  count: number
}

/** A node, group, provider: what stands in a list with its name. */
export interface FormItem {
  path: DocumentPath
  /** Empty where it has none. */
  name: string
  type: string
  /** Where it leads: `host:port`, or the host of an address. */
  place: string
  /** How many members a group names. */
  members: number | undefined
  line: number
  endLine: number
}

/** A list as it is shown: parts by name, or rules as they are written. */
export interface FormList {
  path: DocumentPath
  kind: FormListKind
  items: readonly FormItem[]
  /** Rules, one for each item of the list. */
  texts?: readonly string[]
  /** The types that a new item may have; none: new ones are written as rules. */
  newTypes: readonly string[]
  /** The key that says what an item is called; absent where they have no names, or are called by their keys. */
  nameKey?: string
}

export interface FormSectionView {
  id: FormSectionId
  maps: readonly FormFields[]
  lists: readonly FormList[]
}

/** A config as a form: what it is about, section by section. */
export interface ConfigForm {
  client: ClientId
  document: OpenDocument
  layout: FormLayout
  issue: UnreadablePlace | undefined
  /** The sections that the client has. Empty where the text cannot be read. */
  sections(): FormSection[]
  section(id: FormSectionId): FormSectionView
  /** The keys of the map at a path. */
  fields(path: DocumentPath): FormFields
  /** The section in which a place of the config is shown, by its JSON pointer. */
  sectionOf(pointer: string): FormSectionId | undefined
  /** Names of one kind: `member`, `outbound`, as controls ask for them. */
  names(): FormNames
  /** Whom a group has, with those that its filters find. */
  membersOf(name: string): GroupPreview | undefined
}

/** The names in a config, in the order of the text. */
export type FormNames = Readonly<Partial<Record<FormListKind, readonly string[]>>>

/**
 * Opens a config as a form; undefined for a client whose configs have none. Never throws: a text that cannot be read has an
 * `issue` and no sections.
 */
export function openForm(text: string, { client, version }: FormOptions): ConfigForm | undefined {
  const layout = FORM_LAYOUTS[client]
  if (layout === undefined) return undefined
  const checker = CONFIG_CHECKERS[client]
  const document = openDocument(text, { format: checker.format })
  return new OpenedForm(client, layout, document, version ?? checker.version)
}

class OpenedForm implements ConfigForm {
  readonly client: ClientId
  readonly layout: FormLayout
  readonly document: OpenDocument
  readonly issue: UnreadablePlace | undefined
  readonly #root: MapNode | undefined
  readonly #version: string

  constructor(client: ClientId, layout: FormLayout, document: OpenDocument, version: string) {
    this.client = client
    this.layout = layout
    this.document = document
    this.#version = version
    this.issue = issueOf(document)
    const root = document.root && resolved(document.root)
    this.#root = root?.kind === 'map' ? root : undefined
  }

  sections(): FormSection[] {
    if (this.issue !== undefined) return []
    return this.layout.sections.map(({ id, lists, maps }) => {
      const items = lists.reduce((sum, list) => sum + this.#itemsOf(list).length, 0)
      if (items > 0 || maps.length === 0) return { id, count: items }
      return { id, count: this.section(id).maps.reduce((sum, { fields }) => sum + fields.length, 0) }
    })
  }

  section(id: FormSectionId): FormSectionView {
    const layout = this.layout.sections.find((section) => section.id === id)
    if (layout === undefined || this.issue !== undefined) return { id, maps: [], lists: [] }
    return {
      id,
      maps: layout.maps.map(({ path, keys }) => {
        const isHere = (at: DocumentPath, isKnown: boolean) =>
          at.length !== path.length + 1 || this.#isFieldOf(path, keys, String(at.at(-1)), isKnown)
        return formFields(this.#request(isHere), path)
      }),
      lists: layout.lists.map((list) => this.#listOf(list)),
    }
  }

  fields(path: DocumentPath): FormFields {
    // What a line above says of an item is its name and its type, too; they stay fields.
    return formFields(
      this.#request(() => true),
      path,
    )
  }

  sectionOf(pointer: string): FormSectionId | undefined {
    const path = pathOf(pointer)
    const inList = this.layout.sections.find(({ lists }) => lists.some((list) => this.#isInList(list, path)))
    if (inList !== undefined) return inList.id
    const depthOf = ({ maps }: FormLayout['sections'][number]) =>
      Math.max(-1, ...maps.filter((map) => isBelow(path, map.path) && (map.keys === undefined || map.keys.includes(String(path[map.path.length])))).map((map) => map.path.length + (map.keys === undefined ? 0 : 0.5))) // oxfmt-ignore
    const deepest = this.layout.sections.toSorted((a, b) => depthOf(b) - depthOf(a))[0]
    return deepest !== undefined && depthOf(deepest) >= 0 ? deepest.id : undefined
  }

  names(): FormNames {
    const found: Partial<Record<FormListKind, string[]>> = {}
    for (const { lists } of this.layout.sections)
      for (const list of lists) {
        if (list.kind === 'rule' || list.kind === 'dns-rule') continue
        const names = this.#itemsOf(list).flatMap(({ name, map }) => (name ?? this.#nameOf(map)) || [])
        found[list.kind] = [...(found[list.kind] ?? []), ...names]
      }
    return found
  }

  membersOf(name: string): GroupPreview | undefined {
    return this.#root && this.layout.membersOf(this.#root, name)
  }

  #request(isHere: FieldsRequest['isHere']): FieldsRequest {
    return { layout: this.layout, document: this.document, version: this.#version, isHere }
  }

  /** Whether a key of a map is a field there: it is named there, or nowhere else. */
  #isFieldOf(path: DocumentPath, keys: readonly string[] | undefined, key: string, isKnown: boolean): boolean {
    if (keys !== undefined) return keys.includes(key)
    if (!isKnown) return true
    const at = [...path, key]
    return !this.layout.sections.some(
      ({ maps, lists }) =>
        lists.some((list) => isSamePath(list.path, at)) ||
        maps.some((map) => isSamePath(map.path, at) || (isSamePath(map.path, path) && map.keys?.includes(key))),
    )
  }

  #isInList({ path, holds }: FormListLayout, at: DocumentPath): boolean {
    if (!isBelow(at, path)) return false
    const item = at[path.length]
    if (holds === undefined || item === undefined) return true
    const node = findNode(this.#root, [...path, Number(item)])
    const map = node && resolved(node)
    return map?.kind === 'map' && holds(map)
  }

  #listOf(list: FormListLayout): FormList {
    const { path, kind } = list
    const { document } = this
    const newTypes = this.layout.newTypes(kind)
    if (kind === 'rule' || kind === 'dns-rule') {
      const node = findNode(this.#root, path)
      const items = node && resolved(node)
      const texts = items?.kind === 'list' ? items.items.map(({ value }) => ruleText(document, value)) : []
      return { path, kind, items: [], texts, newTypes }
    }
    const items = this.#itemsOf(list).map(({ path, name, map, from, value }) => ({
      path,
      name: name ?? this.#nameOf(map),
      type: (map && textOf(map, 'type')) ?? '',
      place: map === undefined ? '' : placeOf(map),
      members: kind === 'group' && map !== undefined ? membersIn(map) : undefined,
      line: document.positionOf(from).line,
      endLine: document.positionOf(Math.max(from, value.end - 1)).line,
    }))
    const node = findNode(this.#root, path)
    const isMap = (node && resolved(node).kind === 'map') ?? (kind === 'proxy-provider' || kind === 'rule-set')
    return { path, kind, items, newTypes, ...(!isMap && { nameKey: this.layout.nameKey }) }
  }

  #nameOf(map: MapNode | undefined): string {
    return (map && textOf(map, this.layout.nameKey)) ?? ''
  }

  /** Items of a list; in a map of parts each has its key as name. */
  #itemsOf({ path, holds }: FormListLayout) {
    const node = findNode(this.#root, path)
    const list = node && resolved(node)
    if (list?.kind === 'map')
      return [...fieldsOf(list)].map(([name, { from, value }]) => ({ path: [...path, name], name, map: mapOf(value), from, value })) // oxfmt-ignore
    if (list?.kind !== 'list') return []
    return list.items.flatMap(({ from, value }, index) => {
      const map = mapOf(value)
      const isHeld = holds === undefined || (map !== undefined && holds(map))
      return isHeld ? [{ path: [...path, index], name: undefined, map, from, value }] : []
    })
  }
}

function mapOf(value: DocumentNode): MapNode | undefined {
  const map = resolved(value)
  return map.kind === 'map' ? map : undefined
}

function issueOf(document: OpenDocument): UnreadablePlace | undefined {
  const { issue, root, text } = document
  if (issue !== undefined && !(issue.code === 'bad-json' && issue.reason === 'behind')) {
    const args: IssueArgs = issue.code === 'bad-yaml' ? { msg: issue.detail } : issue.code === 'too-large' ? { most: issue.most } : { reason: 'json' } // oxfmt-ignore
    return { code: issue.code, args, ...document.positionOf(issue.start) }
  }
  if (root === undefined || resolved(root).kind === 'map') return undefined
  const isNothing = text.slice(root.start, root.end).trim() === ''
  if (isNothing) return undefined
  return { code: 'value-type', args: { key: '', expected: 'object' }, ...document.positionOf(root.start) }
}

/** A rule as one line: what is written, without the line breaks of JSON. */
function ruleText({ text }: OpenDocument, value: DocumentNode): string {
  const node = resolved(value)
  if (node.kind === 'scalar') return node.text
  const lines = text.slice(node.start, node.end).split('\n')
  return lines.flatMap((line) => line.trim() || []).join(' ')
}

function placeOf(map: MapNode): string {
  const server = textOf(map, 'server') ?? textOf(map, 'listen')
  const port = textOf(map, 'port') ?? textOf(map, 'server_port') ?? textOf(map, 'listen_port')
  if (server !== undefined || port !== undefined) return [server, port].filter(Boolean).join(':')
  const url = URL.parse(textOf(map, 'url') ?? '')
  return url?.host ?? textOf(map, 'path') ?? ''
}

const MEMBER_KEYS = ['proxies', 'use', 'outbounds']

function membersIn(map: MapNode): number {
  return MEMBER_KEYS.reduce((sum, key) => {
    const value = fieldsOf(map).get(key)?.value
    const list = value && resolved(value)
    return sum + (list?.kind === 'list' ? list.items.length : 0)
  }, 0)
}

function pathOf(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function isBelow(path: DocumentPath, above: DocumentPath): boolean {
  return path.length >= above.length && above.every((step, index) => String(path[index]) === String(step))
}

function isSamePath(a: DocumentPath, b: DocumentPath): boolean {
  return a.length === b.length && isBelow(a, b)
}
