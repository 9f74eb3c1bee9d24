import * as z from 'zod/mini'
import { FILE_LIMITS } from '../model/limits.ts'
import type { Setting } from '../model/settings.ts'
import type { FieldsKind, ValueKind } from '../model/values/value-kind.ts'

// A page forbids code made of text; without this zod tries whether it may.
z.config({ jitless: true })

export const line = z.string().check(z.maxLength(FILE_LIMITS.line))
export const listOf = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.maxLength(FILE_LIMITS.rows))
export const recordOf = <T extends z.ZodMiniType>(one: T) => z.record(line, one)

type Shape<T> = { [K in keyof T]?: T[K] | undefined }

/** The schema of an object with these settings. Any of them may be absent. */
export function schemaOfSettings<T extends object>(table: {
  readonly [K in keyof T]-?: Setting<NonNullable<T[K]>>
}): z.ZodMiniType<Shape<T>> {
  const settings: [string, Setting][] = Object.entries(table)
  const fields = Object.fromEntries(settings.map(([key, { value }]) => [key, value]))
  // Each setting has the schema of its kind, and the table says the kind of its type.
  return schemaOf({ is: 'fields', fields, needed: [] }) as z.ZodMiniType<Shape<T>>
}

function schemaOf(kind: ValueKind): z.ZodMiniType {
  switch (kind.is) {
    case 'text':
      return z.string().check(z.maxLength(FILE_LIMITS[kind.inFile]))
    case 'flag':
      return z.boolean()
    case 'one':
      return z.enum([...kind.of])
    case 'whole':
      return z.int().check(z.minimum(kind.min), z.maximum(kind.max))
    case 'amount':
      return z.number().check(z.minimum(0))
    case 'number':
      return z.number()
    case 'list':
      return listOf(schemaOf(kind.of))
    case 'record':
      return recordOf(schemaOf(kind.of))
    case 'fields':
      return z.object(shapeOf(kind))
    case 'kinds': {
      const [first, ...others] = Object.entries(kind.kinds).map(([named, fields]) =>
        z.object({ kind: z.literal(named), ...shapeOf(fields) }),
      )
      return z.discriminatedUnion('kind', [first!, ...others])
    }
    case 'either':
      return z.union([schemaOf(kind.one), schemaOf(kind.inFile)])
  }
}

function shapeOf({ fields, needed }: FieldsKind): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, kind]) => {
      const schema = schemaOf(kind)
      return [key, needed.includes(key) ? schema : z.optional(schema)]
    }),
  )
}
