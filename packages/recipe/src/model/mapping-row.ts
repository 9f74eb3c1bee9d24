import type { MappingRow } from '@switchyard/convert'
import { NAME_MAX, PATTERN_MAX } from './limits.ts'
import { fieldsOf, flag, text } from './values/value-kind.ts'

/** What a row of a mapping may be. */
export const mappingRow = fieldsOf<MappingRow>({
  name: text('line', PATTERN_MAX),
  type: text('name', NAME_MAX),
  region: text('name', 20),
  source: text('line', NAME_MAX),
  group: text('line', NAME_MAX),
  rename: text('line', NAME_MAX),
  stop: flag,
})
