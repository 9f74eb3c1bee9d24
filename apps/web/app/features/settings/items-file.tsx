import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'

/** The sources of this device as they stand in a file; `locked`: a passphrase guards them, and it was not typed. */
export type WrittenItems = readonly object[] | 'locked'

/** What of the sources in a file is new on this device. */
export type NewItems =
  | 'locked'
  | {
      names: readonly string[]
      /** How many are here already. */
      here: number
      /** Names of those that cannot be taken. */
      unread: readonly string[]
      /** Gives the names of those that could not be added. */
      add: () => Promise<readonly string[]>
    }

/** How the sources of this device go into a file of settings and come out of it: handed in by the route. */
export interface ItemsFile {
  written: () => Promise<WrittenItems>
  newIn: (text: string) => Promise<NewItems>
}

/** Where the passphrase is typed that guards the sources. */
export function ItemsLocked() {
  const t = useTranslations('settings')
  const locale = useRouteLocale()
  return <p>{t.rich('itemsLocked', { link: (words) => linkTo(localizedPath(locale, '/subscribe'), words) })}</p>
}

function linkTo(address: string, words: ReactNode): ReactNode {
  return (
    <Link to={address} className="target text-link-plain">
      {words}
    </Link>
  )
}
