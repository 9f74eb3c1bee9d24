import type { ObjectKind, ScalarKind } from '../../../workers/tasks/object.ts'

export const OBJECT_KINDS = [
  'text',
  'number',
  'boolean',
  'null',
  'map',
  'list',
] as const satisfies readonly ObjectKind[]

/** A number as JSON has it, and YAML too. */
const NUMBER = /^-?(?:0|[1-9]\d{0,16})(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?$/

/** What was typed as a value of a type; or that it is none. */
export function typedValue(kind: ObjectKind, typed: string): { value: unknown } | { wrong: ScalarKind } {
  switch (kind) {
    case 'text':
      return { value: typed }
    case 'number': {
      const isNumber = NUMBER.test(typed.trim()) && Number.isFinite(Number(typed))
      return isNumber ? { value: Number(typed) } : { wrong: 'number' }
    }
    case 'boolean': {
      const word = typed.trim().toLowerCase()
      return word === 'true' || word === 'false' ? { value: word === 'true' } : { wrong: 'boolean' }
    }
    case 'null':
      return { value: null }
    case 'map':
      return { value: {} }
    case 'list':
      return { value: [] }
  }
}
