import type { JsonSchema } from '@switchyard/contract'
import { isRecord } from '@switchyard/convert/record'

/** Deeper values are left out: a schema may hold itself. */
const DEEPEST = 6

/** The smallest value that has the form of a schema: what is not required is left out. `named`: what `$ref` leads to. */
export function sampleOf(schema: unknown, named: Readonly<Record<string, JsonSchema>>, depth = 0): unknown {
  if (!isRecord(schema) || depth > DEEPEST) return null
  const inside = (part: unknown) => sampleOf(part, named, depth + 1)
  if (typeof schema['$ref'] === 'string') return inside(named[schema['$ref'].split('/').at(-1)!])
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  const [choice] = listOf(schema['enum'])
  if (choice !== undefined) return choice
  const [one] = [...listOf(schema['anyOf']), ...listOf(schema['oneOf']), ...listOf(schema['allOf'])]
  if (one !== undefined) return inside(one)
  switch (schema['type']) {
    case 'object': {
      const fields = isRecord(schema['properties']) ? schema['properties'] : {}
      const required = listOf(schema['required']).map(String)
      return Object.fromEntries(required.map((name) => [name, inside(fields[name])]))
    }
    case 'array':
      return schema['minItems'] === undefined ? [] : [inside(schema['items'])]
    case 'integer':
    case 'number':
      return Math.max(0, Number(schema['minimum'] ?? 0))
    case 'boolean':
      return true
    case 'string':
      return '…'
    default:
      return null
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
