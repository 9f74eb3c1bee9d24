import { Link } from 'react-router'
import { PageTitle } from '../features/shell/page-title.tsx'
import { localizedPath, wordsIn } from '../lib/locale.ts'
import { useRouteLocale } from '../lib/use-route-locale.ts'
import { PAGES } from '../pages.ts'
import { Icon } from '../ui/icon.tsx'

const SUBPAGES = PAGES.filter(({ path }) => path.startsWith('/settings/'))

export default function SettingsRoute() {
  const locale = useRouteLocale()
  return (
    <div className="page">
      <PageTitle />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {SUBPAGES.map(({ path, title, description }) => (
          <li key={path}>
            <Link
              to={localizedPath(locale, path)}
              className="flex h-full items-center gap-3 rounded-lg border border-line bg-card p-4 hover:border-control"
            >
              <span className="flex-1">
                <span className="font-semibold">{wordsIn(locale, title)}</span>
                <span className="mt-1 block text-muted">{wordsIn(locale, description)}</span>
              </span>
              <Icon name="chevron-right" className="size-4 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
