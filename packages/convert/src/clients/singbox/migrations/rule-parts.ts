import type { JsonObject } from '../../../text/record.ts'

/** Conditions that hold together with further ones. */
export function withCondition(conditions: JsonObject, more: JsonObject): JsonObject {
  return Object.keys(conditions).length === 0 ? more : { type: 'logical', mode: 'and', rules: [conditions, more] }
}

/** Conditions of which one has to hold. */
export function anyOf(conditions: readonly JsonObject[]): JsonObject {
  return conditions.length === 1 ? conditions[0]! : { type: 'logical', mode: 'or', rules: [...conditions] }
}
