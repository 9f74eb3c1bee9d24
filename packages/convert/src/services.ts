/** The services that have a rule list of their own, for a page that does not load the engine. */
export { BUILTIN_NAMES, SERVICE_SETS, SERVICES } from './templates/group-keys.ts'
export type { ServiceName } from './templates/group-keys.ts'
export { serviceTitle } from './templates/group-names/index.ts'
