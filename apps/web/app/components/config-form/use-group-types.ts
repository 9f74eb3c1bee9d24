import { useTranslations } from 'use-intl'

const TYPES = ['select', 'url-test', 'fallback', 'load-balance'] as const

/** The words for the type of a proxy group. A type without words stays as it is spelled. */
export function useGroupTypes(): (type: string) => string {
  const t = useTranslations('configForm')
  return (type) => {
    const known = TYPES.find((one) => one === type)
    return known ? t(`groupType.${known}`) : type
  }
}
