import type { BucketPermission } from '@switchyard/contract'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'

/** Who can read what is in a bucket, in one sentence. */
export function WhoReads({ permission }: { permission: BucketPermission }) {
  const t = useTranslations('storage')
  const isPublic = permission === 'public-read'
  return (
    <p
      className={`flex items-start gap-2 rounded-md px-3 py-2 text-sm ${isPublic ? 'bg-warning-soft text-warning' : 'bg-info-soft'}`}
      data-testid="who-reads"
    >
      <Icon name={isPublic ? 'alert-triangle' : 'lock'} className="mt-0.5 size-4 shrink-0" />
      <span>{t(`whoReads.${permission}`)}</span>
    </p>
  )
}
