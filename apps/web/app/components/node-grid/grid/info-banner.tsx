import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useGrid } from '../grid-context.ts'

interface Props {
  ids: readonly string[]
  onKeep: () => void
  onExclude: (ids: readonly string[]) => void
}

/** Entries that tell of traffic left or an expiry, and connect to nothing: the person says what becomes of them. */
export function InfoBanner({ ids, onKeep, onExclude }: Props) {
  const { t } = useGrid()
  if (ids.length === 0) return null
  return (
    <Banner icon="info" text={t.rich('infoFound', { count: ids.length, wide: notOnPhone })}>
      {/* A finger has 44 pixels all the same: those around the button belong to it. */}
      <Button size="small" className="h-7! text-sm! pointer-coarse:h-8!" onClick={() => onExclude(ids)}>
        {t('infoExclude')}
      </Button>
      <Button size="small" look="ghost" className="h-7! text-sm! pointer-coarse:h-8!" onClick={onKeep}>
        {t('infoKeep')}
      </Button>
    </Banner>
  )
}

function notOnPhone(words: ReactNode): ReactNode {
  return <span className="max-sm:hidden">{words}</span>
}
