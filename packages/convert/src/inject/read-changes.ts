import { type DocumentNode, findNode, keyText, resolved, valueOf } from '../document/document-node.ts'
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import { type Issue, type IssueArgs, type IssueCode, ISSUE_SEVERITY } from '../model/issue.ts'
import { nearestNames } from '../rules/nearest-names.ts'
import { isRecord, type JsonObject } from '../text/record.ts'
import { type WantedChange, type NameRename, REMOVABLE, type RulesAt } from './change.ts'

export interface ReadChanges {
  changes: WantedChange[]
  /** What is no change, each at its line. */
  issues: Issue[]
}

/** Reads a list of changes, in YAML or JSON (docs/formats/inject.md). */
export function readChanges(text: string): ReadChanges {
  const document = openDocument(text, { format: 'yaml' })
  const { issue, root } = document
  const issues: Issue[] = []
  if (issue !== undefined) {
    const args: IssueArgs = issue.code === 'bad-yaml' ? { msg: issue.detail } : {}
    issues.push(issueAt('bad-yaml', document.positionOf(issue.start).line, args))
    return { changes: [], issues }
  }
  const list = root && resolved(root)
  if (list === undefined) return { changes: [], issues }
  if (list.kind !== 'list') {
    issues.push(issueAt('value-type', document.positionOf(list.start).line, { key: '', expected: 'list' }))
    return { changes: [], issues }
  }
  const changes = list.items.flatMap(({ value }) => new ChangeReader(document, value, issues).read() ?? [])
  return { changes, issues }
}

function issueAt(code: IssueCode, line: number, args: IssueArgs): Issue {
  return { code, severity: ISSUE_SEVERITY[code], kept: false, line, args }
}

/** The keys of each change; those with `!` have to be there. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'add-rules': ['rules!', 'at'],
  'add-rule-set': ['name!', 'set!', 'rule', 'at'],
  'add-proxy-provider': ['name!', 'provider!', 'into'],
  'add-group': ['group!', 'at', 'into'],
  'add-nodes': ['from', 'nodes', 'into'],
  rename: ['from!', 'to!'],
  prefix: ['nodes', 'provider', 'prefix', 'suffix', 'renames'],
  'replace-group': ['name!', 'group!'],
  remove: ['rule', ...REMOVABLE],
  set: ['path!', 'value!'],
}

/** Reads one change, and tells of what is wrong with it. */
class ChangeReader {
  readonly #document: OpenDocument
  readonly #node: DocumentNode
  readonly #issues: Issue[]
  #args: DocumentNode
  #isSound = true

  constructor(document: OpenDocument, node: DocumentNode, issues: Issue[]) {
    this.#document = document
    this.#node = node
    this.#args = node
    this.#issues = issues
  }

  read(): WantedChange | undefined {
    const map = resolved(this.#node)
    const [pair] = map.kind === 'map' ? map.pairs : []
    if (map.kind !== 'map' || pair === undefined || map.pairs.length !== 1)
      return this.#wrong('value-type', this.#node, { key: '', expected: 'change' })
    const verb = keyText(pair) ?? ''
    const known = Object.hasOwn(KEYS, verb) ? KEYS[verb]! : undefined
    if (known === undefined) {
      const [nearest] = nearestNames(verb, Object.keys(KEYS))
      return this.#wrong('key-unknown', pair.key, { key: verb, ...(nearest !== undefined && { nearest }) })
    }
    this.#args = pair.value
    if (!this.#hasKeys(known)) return undefined
    const change = this.#change(verb)
    return this.#isSound && change !== undefined ? { ...change, line: this.#lineOf(pair.key) } : undefined
  }

  #lineOf(node: DocumentNode): number {
    return this.#document.positionOf(node.start).line
  }

  #wrong(code: IssueCode, node: DocumentNode, args: IssueArgs): undefined {
    this.#isSound = false
    this.#issues.push(issueAt(code, this.#lineOf(node), args))
    return undefined
  }

  #hasKeys(known: readonly string[]): boolean {
    const map = resolved(this.#args)
    if (map.kind !== 'map') return this.#wrong('value-type', this.#args, { key: '', expected: 'object' }) ?? false
    const names = known.map((key) => key.replace('!', ''))
    for (const pair of map.pairs) {
      const key = keyText(pair) ?? ''
      if (names.includes(key)) continue
      const [nearest] = nearestNames(key, names)
      this.#wrong('key-unknown', pair.key, { key, ...(nearest !== undefined && { nearest }) })
    }
    for (const key of known)
      if (key.endsWith('!') && this.#at(key.slice(0, -1)) === undefined)
        this.#wrong('key-missing', this.#args, { key: key.slice(0, -1) })
    return this.#isSound
  }

  #at(key: string): DocumentNode | undefined {
    return findNode(this.#args, [key])
  }

  #change(verb: string): WantedChange | undefined {
    switch (verb) {
      case 'add-rules':
        return { kind: verb, rules: this.#rules(), at: this.#place('bottom') }
      case 'add-rule-set':
        return { kind: verb, name: this.#text('name'), set: this.#object('set'), rule: this.#optional('rule'), at: this.#place('bottom') } // oxfmt-ignore
      case 'add-proxy-provider':
        return { kind: verb, name: this.#text('name'), provider: this.#object('provider'), into: this.#texts('into') }
      case 'add-group':
        return { kind: verb, group: this.#object('group'), at: this.#place('bottom'), into: this.#texts('into') }
      case 'add-nodes':
        return this.#nodes()
      case 'rename':
        return { kind: verb, from: this.#text('from'), to: this.#text('to') }
      case 'prefix':
        return this.#prefix()
      case 'replace-group':
        return { kind: verb, name: this.#text('name'), group: this.#object('group') }
      case 'remove':
        return this.#remove()
      default:
        return { kind: 'set', path: this.#pointer(), value: valueOf(this.#at('value')!) }
    }
  }

  #nodes(): WantedChange | undefined {
    const nodes = this.#at('nodes')
    const list = nodes && valueOf(nodes)
    const from = this.#optional('from')
    if (list !== undefined && !Array.isArray(list)) return this.#wrong('value-type', nodes!, { key: 'nodes', expected: 'list' }) // oxfmt-ignore
    if ((list === undefined) === (from === undefined)) return this.#wrong('key-missing', this.#args, { key: 'from' })
    return { kind: 'add-nodes', from, nodes: list, into: this.#texts('into') }
  }

  #prefix(): WantedChange | undefined {
    const provider = this.#optional('provider')
    const nodes = this.#optional('nodes')
    if (provider !== undefined)
      return { kind: 'prefix-provider', provider, prefix: this.#optional('prefix'), suffix: this.#optional('suffix'), renames: this.#renames() } // oxfmt-ignore
    return nodes === undefined ? this.#wrong('key-missing', this.#args, { key: 'nodes' }) : { kind: 'prefix-nodes', prefix: nodes } // oxfmt-ignore
  }

  #renames(): NameRename[] {
    const node = this.#at('renames')
    const list: unknown = node === undefined ? [] : valueOf(node)
    const renames = (Array.isArray(list) ? list : []).flatMap((one: unknown): NameRename[] => {
      if (!isRecord(one)) return []
      const { pattern, target } = one
      return typeof pattern === 'string' && typeof target === 'string' ? [{ pattern, target }] : []
    })
    if (!Array.isArray(list) || renames.length !== list.length)
      this.#wrong('value-type', node!, { key: 'renames', expected: 'object' })
    return renames
  }

  #remove(): WantedChange | undefined {
    const what = (['rule', ...REMOVABLE] as const).find((key) => this.#at(key) !== undefined)
    if (what === undefined) return this.#wrong('key-missing', this.#args, { key: 'rule' })
    const value = valueOf(this.#at(what)!)
    const name = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    if (typeof name === 'string' || (what === 'rule' && isRecord(name))) return { kind: 'remove', what, name }
    return this.#wrong('value-type', this.#at(what)!, { key: what, expected: 'text' })
  }

  #rules(): { rule: string | JsonObject; line: number }[] {
    const node = this.#at('rules')!
    const list = resolved(node)
    if (list.kind !== 'list') {
      this.#wrong('value-type', node, { key: 'rules', expected: 'list' })
      return []
    }
    return list.items.flatMap(({ value }) => {
      const rule = valueOf(value)
      if (typeof rule === 'string' || isRecord(rule)) return [{ rule, line: this.#lineOf(value) }]
      this.#wrong('value-type', value, { key: 'rules', expected: 'text' })
      return []
    })
  }

  #place(usual: RulesAt): RulesAt {
    const node = this.#at('at')
    const value = node === undefined ? usual : valueOf(node)
    if (value === 'top' || value === 'bottom') return value
    if (isRecord(value)) {
      const { before, after } = value
      if (typeof before === 'string') return { before }
      if (typeof after === 'string') return { after }
    }
    this.#wrong('value-wrong', node!, { key: 'at', values: 'top, bottom, {before: …}, {after: …}' })
    return usual
  }

  #text(key: string): string {
    const node = this.#at(key)!
    const scalar = resolved(node)
    // A name may read as a number.
    if (scalar.kind === 'scalar') return scalar.text
    this.#wrong('value-type', node, { key, expected: 'text' })
    return ''
  }

  #optional(key: string): string | undefined {
    return this.#at(key) === undefined ? undefined : this.#text(key)
  }

  #object(key: string): JsonObject {
    const node = this.#at(key)!
    const value = valueOf(node)
    if (isRecord(value)) return value
    this.#wrong('value-type', node, { key, expected: 'object' })
    return {}
  }

  #texts(key: string): string[] {
    const node = this.#at(key)
    const list = node && resolved(node)
    if (node === undefined || list === undefined) return []
    const items = list.kind === 'list' ? list.items.map(({ value }) => resolved(value)) : [list]
    const texts = items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : []))
    if (texts.length !== items.length) this.#wrong('value-type', node, { key, expected: 'text' })
    return texts
  }

  #pointer(): string[] {
    const text = this.#text('path')
    if (text.startsWith('/')) return text.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) // oxfmt-ignore
    this.#wrong('value-wrong', this.#at('path')!, { key: 'path', expected: 'json-pointer' })
    return []
  }
}
