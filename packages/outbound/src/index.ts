/** What server and terminal keep to when they ask other servers. */
export { GrowingBuffer } from './growing-buffer.ts'
export { isAllowedAddress, isSameAddress, parseRanges } from './public-address.ts'
export type { Range } from './public-address.ts'
export { hostOf, publicTarget } from './public-target.ts'
export type { KnownHosts } from './public-target.ts'
export { WireMeter } from './wire-meter.ts'
export type { WireTraffic } from './wire-meter.ts'
