import type { Lang } from '@switchyard/locale'

/** Every language that messages and group names come in. */
export const LANGS = ['zh-CN', 'en-US'] as const satisfies readonly Lang[]
