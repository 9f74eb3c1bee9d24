import type { useTranslations } from 'use-intl'

/** The words of the converter, for what is no component. */
export type Translate = ReturnType<typeof useTranslations<'convert'>>
