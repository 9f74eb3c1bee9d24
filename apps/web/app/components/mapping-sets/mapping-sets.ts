import { type MappingSet, readMappingSet } from '@switchyard/recipe/mapping'
import { type KeptThing, KeptThings } from '../kept/kept-things.ts'

export type KeptMapping = KeptThing<MappingSet>

/** The mappings that a person keeps: on this device, and in the account where a button said so. */
export const mappingSets = new KeptThings<MappingSet>({
  kind: 'mapping',
  version: 1,
  read: (value) => readMappingSet(JSON.stringify(value)),
})
