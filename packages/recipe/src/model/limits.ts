import { NODES_MAX, TEXT_MAX_BYTES } from '@switchyard/convert/limits'

/** How long what a recipe says may be: where it is typed, in a link, and in a file. */

/** A regex over names. */
export const PATTERN_MAX = 512
export const PREFIX_MAX = 40
export const NAME_MAX = 200

/** A link comes from strangers, and messengers cut what is much longer. */
export const LINK_LIMITS = {
  length: 64 * 1024,
  address: 2048,
  text: 40_000,
  rows: 500,
  ruleLines: 5000,
} as const

/** A file is one's own work: as much as page and terminal take. */
export const FILE_LIMITS = {
  text: TEXT_MAX_BYTES,
  line: 4096,
  name: 1000,
  rows: NODES_MAX,
} as const
