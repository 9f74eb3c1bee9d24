import {
  DIAL,
  formOf,
  MULTIPLEX,
  type NodeField,
  number,
  pick,
  PLUGINS,
  REALITY,
  text,
  TLS,
  TRANSPORTS,
} from '@switchyard/convert/forms'
import { ownValue, tidyName, getAt } from '@switchyard/recipe/model'
import { fieldText, readField, type FieldIssue } from './field-values.ts'
import type { NodeRecord } from '../types.ts'
import { isRecord } from '@switchyard/convert/record'

/** The form of a node in sections, as its protocol's form and its record have them. */

/** A part of the form. With `part`, it stands for one object of the record that may be absent. */
export interface FieldSection {
  name: 'address' | 'credentials' | 'plugin' | 'tls' | 'reality' | 'transport' | 'multiplex' | 'quic' | 'dial' | 'other'
  part?: readonly string[]
  /** What the object starts as when it is switched on. */
  start?: unknown
  /** Absent = `null` in the record, not left out. */
  nullable?: boolean
  fields: readonly NodeField[]
}

const MAX_PORT = 65535

/** Every field that a record of this protocol has or may have. Nothing of the record is left without a field. */
export function sectionsOf(node: NodeRecord): FieldSection[] {
  const form = formOf(node.type)
  const sections: FieldSection[] = [
    { name: 'address', fields: [text('name!'), text('server!'), number('port!', 1, MAX_PORT)] },
    { name: 'credentials', fields: (form?.fields ?? []).map((each) => withOwnValue(each, node)) },
  ]
  if (form?.plugin) sections.push({ name: 'plugin', part: ['plugin'], fields: pluginFields(node) })
  if (form?.tls === 'always') sections.push({ name: 'tls', fields: TLS })
  else if (form && form.tls !== 'none') {
    sections.push({ name: 'tls', part: ['tls'], start: {}, nullable: form.tls === 'or-null', fields: TLS })
  }
  if (form?.reality && getAt(node, ['tls'])) {
    sections.push({ name: 'reality', part: ['tls', 'reality'], start: { publicKey: '' }, fields: REALITY })
  }
  if (form && form.transport !== 'none') {
    const current = getAt(node, ['transport', 'type'])
    sections.push({
      name: 'transport',
      part: ['transport'],
      nullable: form.transport === 'or-null',
      fields: [
        pick('transport.type', ...Object.keys(TRANSPORTS)),
        ...((typeof current === 'string' && ownValue(TRANSPORTS, current)) || []),
      ],
    })
    sections.push({ name: 'multiplex', part: ['multiplex'], start: {}, fields: MULTIPLEX })
  }
  sections.push({ name: 'dial', fields: DIAL })
  const other = otherFields(node, sections)
  if (other.length > 0) sections.push({ name: 'other', fields: other })
  return sections.filter(({ fields }) => fields.length > 0)
}

/** Which plugin it is and what that one takes, with whatever else the record has of it. */
function pluginFields(node: NodeRecord): NodeField[] {
  const plugin = getAt(node, ['plugin'])
  const current = getAt(node, ['plugin', 'name'])
  const fields = [
    pick('plugin.name', ...Object.keys(PLUGINS)),
    ...((typeof current === 'string' && ownValue(PLUGINS, current)) || []),
  ]
  const known = new Set(fields.map(({ path }) => path[1]))
  const others = isRecord(plugin) ? Object.keys(plugin).filter((key) => !known.has(key)) : []
  return [...fields, ...others.map((key) => unknownField('plugin', key))]
}

/** Unknown fields may be secret, so they are masked. */
const unknownField = (...path: string[]): NodeField => ({ path, kind: 'json', secret: true })

/** A text of which the record has an object is shown as that object. */
function withOwnValue(each: NodeField, node: NodeRecord): NodeField {
  return each.kind !== 'json' && isRecord(getAt(node, each.path)) ? { ...each, kind: 'json' } : each
}

/** Names that texts and clients give to a field, and what the record calls it. */
const FIELD_NAMES: Readonly<Record<string, readonly string[]>> = {
  cipher: ['cipher', 'method'],
  userinfo: ['password', 'uuid'],
  password: ['password', 'uuid', 'auth', 'token', 'psk'],
  insecure: ['tls.insecure'],
  'skip-cert-verify': ['tls.insecure'],
  fp: ['tls.fingerprint'],
  pin: ['tls.certificatePin'],
  vcn: ['tls.certificateName'],
  pbk: ['tls.reality.publicKey'],
  sid: ['tls.reality.shortId'],
  'obfs-password': ['obfs'],
  'port-range': ['portRange'],
  plugin: ['plugin.name'],
  type: ['transport.type'],
  network: ['transport.type'],
}

/** Where the record holds a field, by whatever name it was told. */
export function fieldPathOf(node: NodeRecord, name: string): readonly string[] | undefined {
  const fields = sectionsOf(node).flatMap((section) => section.fields)
  for (const wanted of ownValue(FIELD_NAMES, name) ?? [name]) {
    const found =
      fields.find(({ path }) => path.join('.') === wanted) ?? fields.find(({ path }) => path.at(-1) === wanted)
    if (found) return found.path
  }
  return undefined
}

/** Whatever else the record holds, as JSON. */
function otherFields(node: NodeRecord, sections: readonly FieldSection[]): NodeField[] {
  const known = new Set(['type'])
  for (const { part, fields } of sections) {
    if (part) known.add(part[0]!)
    for (const { path } of fields) known.add(path[0]!)
  }
  return Object.keys(node)
    .filter((key) => !known.has(key) && node[key] !== undefined)
    .map((key) => unknownField(key))
}

/** What is wrong with a record as it stands, under the path of the field. */
export function recordIssues(node: NodeRecord): ReadonlyMap<string, FieldIssue> {
  const issues = new Map<string, FieldIssue>()
  for (const { part, fields } of sectionsOf(node)) {
    if (part && (getAt(node, part) ?? undefined) === undefined) continue
    for (const each of fields) {
      const value = getAt(node, each.path)
      const { issue } = readField(each, fieldText(each, value), value)
      if (issue) issues.set(each.path.join('.'), issue)
    }
  }
  // Of a name only what clients can show is kept.
  if (typeof node.name === 'string' && tidyName(node.name) === '') issues.set('name', 'required')
  return issues
}
