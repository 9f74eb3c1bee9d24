import { useTranslations } from 'use-intl'

/** Stands where a part of the page will be, once that takes longer than a glance. */
export function Pending() {
  const t = useTranslations('app')
  return (
    <p role="status" className="pending p-4 text-center text-muted" data-testid="pending">
      {t('partComing')}
    </p>
  )
}
