import { useTranslations } from 'use-intl'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useOtherClient } from '../nodes/use-other-client.ts'
import { useMissingLists } from '../session/use-missing-lists.ts'

/** Says that rule lists are missing, while the result is not on the screen. A press leads to the question about them. */
export function MissingLists({ onShow }: { onShow: () => void }) {
  const t = useTranslations('convert')
  const missing = useMissingLists()
  const isMarked = useAreListsMarked()
  if (missing === 0 || isMarked) return null
  return (
    <button
      type="button"
      data-testid="lists-missing"
      className="target -mx-3 -mt-2 flex h-8 w-[calc(100%+1.5rem)] shrink-0 items-center gap-2 border-b border-line px-3 text-xs hover:bg-hover"
      onClick={onShow}
    >
      <Icon name="info" className="size-3.5 text-info" />
      {t('sheet.lists', { n: missing })}
      <span className="ml-auto flex items-center gap-1 text-fg">
        {t('status.listsShow')}
        <Icon name="chevron-right" className="size-3.5" />
      </span>
    </button>
  )
}

/** Whether the button of the result has a mark for missing rule lists. On a phone the line about another client takes the room of theirs. */
export function useAreListsMarked(): boolean {
  const isPhone = useMedia(PHONE)
  const isOtherOffered = useOtherClient() !== undefined
  return useMissingLists() > 0 && isPhone && isOtherOffered
}
