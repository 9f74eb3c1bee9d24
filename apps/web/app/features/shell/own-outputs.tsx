import { useTranslations } from 'use-intl'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { PageLink } from './nav-link.tsx'

/** The others are one press away. */
const MOST = 5

/** What a person has published, below the screen where all of it stands. */
export function OwnOutputs({ locale }: { locale: Locale }) {
  const t = useTranslations('shell')
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  // What is only a way to somewhere says nothing when it cannot be read.
  const { data: { outputs } = { outputs: [] } } = useApi('GET /api/outputs', { quiet: true }, isSignedIn)
  if (outputs.length === 0) return null
  return (
    <ul aria-label={t('ownOutputs')} className="sidebar-own">
      {outputs.slice(0, MOST).map(({ id, name }) => (
        <li key={id}>
          <PageLink to={localizedPath(locale, `/subscribe/${id}`)} className="sidebar-entry" title={name}>
            <span className="truncate">{name}</span>
          </PageLink>
        </li>
      ))}
      {outputs.length > MOST && (
        <li>
          <PageLink to={localizedPath(locale, '/subscribe')} end className="sidebar-entry">
            {t('allOutputs', { count: outputs.length })}
          </PageLink>
        </li>
      )}
    </ul>
  )
}
