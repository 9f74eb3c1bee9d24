import { ALL_BUILT_IN_NAMES } from '@switchyard/convert/facts'

/** In such a client a group of the name would be written as `DIRECT_1`. */
export function isBuiltInName(name: string): boolean {
  return ALL_BUILT_IN_NAMES.has(name)
}
