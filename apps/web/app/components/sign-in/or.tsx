import { useTranslations } from 'use-intl'

/** Between ways to sign in. */
export function Or() {
  const t = useTranslations('account')
  return (
    <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('or')}
    </p>
  )
}
