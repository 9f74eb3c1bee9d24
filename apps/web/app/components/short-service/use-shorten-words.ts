import { useTranslations } from 'use-intl'
import { ShortenError } from './shorten.ts'

/** Says why a service made no short link; undefined for what another one has words for. */
export function useShortenWords(): (error: unknown) => string | undefined {
  const t = useTranslations('shorten')
  return (error) =>
    error instanceof ShortenError ? t(`failure.${error.why}`, { status: String(error.status) }) : undefined
}
