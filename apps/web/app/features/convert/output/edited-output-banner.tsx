import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../../lib/locale.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useModelPart, useSession } from '../session/use-convert.ts'

/** What the work of the screen changes when it is published; nothing where it was opened to change nothing. */
export function EditedOutputBanner() {
  const t = useTranslations('convert.published')
  const session = useSession()
  const locale = useRouteLocale()
  const output = useModelPart(({ published }) => published)
  if (!output) return null
  return (
    <div
      role="status"
      data-testid="edited-output"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-info-soft px-3 py-1.5 text-sm"
    >
      <Icon name="pencil" className="size-4 text-info" />
      <span className="min-w-40 flex-1">
        {t.rich('editing', {
          name: output.name,
          link: (words) => linkTo(localizedPath(locale, `/subscribe/${output.id}`), words),
        })}
      </span>
      <Button size="small" onClick={() => session.leaveOutput()}>
        {t('leave')}
      </Button>
    </div>
  )
}

function linkTo(address: string, words: ReactNode): ReactNode {
  return (
    <Link to={address} className="target text-link-plain">
      {words}
    </Link>
  )
}
