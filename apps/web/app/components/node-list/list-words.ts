import type { useTranslations } from 'use-intl'

/** The words of a list of nodes, for what is no component. */
export type ListWords = ReturnType<typeof useTranslations<'nodeList'>>
