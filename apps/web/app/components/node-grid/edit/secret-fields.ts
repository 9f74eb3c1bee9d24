import { isSecretName } from '../../../lib/redact.ts'
import { getAt } from '@switchyard/recipe/model'
import { sectionsOf } from './form-sections.ts'
import { MASK } from './secrets.ts'
import type { NodeRecord } from '../types.ts'

/** The secrets of a record: those of its fields, and within objects that have no fields what is called like one. */

const fieldsOf = (node: NodeRecord) => sectionsOf(node).flatMap(({ fields }) => fields)

/** The same record with every secret masked. What no form knows may be one, so it is masked too. */
export function maskRecord(node: NodeRecord): NodeRecord {
  const fields = new Map(fieldsOf(node).map((field) => [field.path.join('.'), field]))
  const parents = new Set(
    [...fields.values()].flatMap(({ path }) => path.slice(1).map((_, at) => path.slice(0, at + 1).join('.'))),
  )
  const mask = (value: unknown, path: readonly string[], secret: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => mask(each, path, secret))
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([key, each]) => {
        const at = [...path, key]
        const field = fields.get(at.join('.'))
        const isUnknown = parents.has(path.join('.')) && !parents.has(at.join('.'))
        return [key, mask(each, at, secret || (field ? field.secret === true : isUnknown || isSecretKey(key)))]
      })
      return Object.fromEntries(entries)
    }
    return secret && isFilled(value) ? MASK : value
  }
  // A copy with other values: name, type and address are no secrets.
  return mask(node, [], false) as NodeRecord
}

/** The secret that a row shows: a user name opens nothing without its password. */
export function mainSecret(node: NodeRecord): string | undefined {
  const secrets = fieldsOf(node)
    .filter(({ secret }) => secret)
    .map(({ path }) => ({ name: path.at(-1), value: getAt(node, path) }))
    .flatMap(({ name, value }) => (typeof value === 'string' && value !== '' ? [{ name, value }] : []))
  return (secrets.find(({ name }) => name !== 'username') ?? secrets[0])?.value
}

/** Whether an object that has no fields of its own has a secret in it. */
export function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, each]) => (isSecretKey(key) && isFilled(each)) || holdsSecret(each))
}

/** An `id` is a secret within a node alone: vmess and the realm of hysteria2 have one. */
const isSecretKey = (key: string) => key === 'id' || isSecretName(key)

const isFilled = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'
