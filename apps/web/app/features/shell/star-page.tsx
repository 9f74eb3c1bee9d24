import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { StarButton } from '../../components/favourites/star-button.tsx'
import { useIsStarred } from '../../components/favourites/use-favourites.ts'
import { useStar } from '../../components/favourites/use-star.ts'
import type { Locale } from '../../lib/locale.ts'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { titleOf } from '../../page-words.ts'
import type { Page } from '../../pages.ts'

/** `f` stars the tool that is shown. A part of the page that stars what it holds hears the key first. */
export function StarPage({ locale, page }: { locale: Locale; page: Page }) {
  const t = useTranslations('favourites')
  const name = titleOf(locale, page)
  const isOn = useIsStarred('tool', page.name)
  const toggle = useStar()
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        {
          id: 'star-page',
          label: t(isOn ? 'unstar' : 'star', { name }),
          icon: 'star',
          keywords: 'favourite favorite star bookmark sc shoucang',
          keys: 'f',
          run: () => void toggle({ kind: 'tool', id: page.name, name }),
        },
      ],
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it toggles is named by the other values
      [t, isOn, name, page.name],
    ),
  )
  return null
}

/** The star beside the name of a tool. It stands here, so that it comes with the shell and no page loads more for it. */
export function PageStar({ locale, page }: { locale: Locale; page: Page }) {
  return <StarButton kind="tool" id={page.name} name={titleOf(locale, page)} keys="f" />
}
