import type { WriterSetup } from '@switchyard/convert'

/** How one node is tried out: alone, in the usual version of its client. */
export const BARE_LIST: WriterSetup = { version: undefined, template: undefined, claimName: (wanted) => wanted }
