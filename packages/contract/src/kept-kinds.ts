/** What a person stars: what is starred stands elsewhere, or is small enough to stand in its star. A new kind is a word here. */
export const STARRED_KINDS = ['tool', 'preset', 'node', 'recipe', 'set', 'file'] as const

/** What a person gives a name and keeps whole. A new kind is a word here. */
export const NAMED_KINDS = ['mapping', 'template', 'injection'] as const

/** What a person may keep by its kind and id. */
export const KEPT_KINDS = [...STARRED_KINDS, ...NAMED_KINDS] as const

/** The longest body that an account takes, in letters. */
export const KEPT_BODY_MAX = 256 * 1024

export type StarredKind = (typeof STARRED_KINDS)[number]
export type NamedKind = (typeof NAMED_KINDS)[number]
