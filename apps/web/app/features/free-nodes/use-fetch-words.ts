import { useTranslations } from 'use-intl'
import type { FreeSource } from '@switchyard/contract'

/** Why a source gave nothing. */
export function useFetchWords(): (tried: Pick<NonNullable<FreeSource['lastTry']>, 'failure' | 'status'>) => string {
  const t = useTranslations('freeNodes')
  return ({ failure = 'network', status = 0 }) => t(`failure.${failure}`, { status })
}
