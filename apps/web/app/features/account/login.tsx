import { useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { readFailedWay, readLoginKey, type LoginKey } from '../../components/sign-in/login-key.ts'
import { ProviderFailure } from '../../components/sign-in/provider-failure.tsx'
import { SignIn } from '../../components/sign-in/sign-in.tsx'
import { safeReturnPath } from '../../guards.ts'
import { localizedPath } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Where who is signed in had begun to link an account. */
const LINKING = '/profile?tab=login'

/** The way into an account, and from there back to where one came from. */
export function Login({ title }: { title: ReactNode }) {
  const t = useTranslations('account')
  const locale = useRouteLocale()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const back = safeReturnPath(search.get('redirect'), locale)
  const known = useStore(session, undefined)
  const { loginKey, failed } = useFragment()
  const isSignedIn = known?.user !== undefined
  // A link for a new password or an address is of use to who is signed in too.
  const isForAll = loginKey?.kind === 'reset' || loginKey?.kind === 'confirm'
  if (isSignedIn && !isForAll && failed === undefined) return <Navigate to={back} replace />
  return (
    <div className="grid gap-x-8 md:my-auto md:grid-cols-[minmax(0,1fr)_min(22rem,50%)] md:items-center lg:grid-cols-[minmax(0,1fr)_min(28rem,50%)] lg:gap-x-16">
      <div>
        {title}
        <Benefits />
      </div>
      <div className="card p-6 max-sm:p-4">
        {isSignedIn && failed !== undefined ? (
          <div className="flex flex-col gap-4">
            <ProviderFailure code={failed} />
            <Link to={localizedPath(locale, LINKING)} replace className={`${buttonClass()} self-start`}>
              {t('goOn')}
            </Link>
          </div>
        ) : (
          <SignIn
            key={loginKey?.token ?? ''}
            loginKey={loginKey}
            failed={failed}
            isNew={search.get('tab') === 'register'}
            onDone={() => void navigate(back, { replace: true })}
          />
        )}
      </div>
    </div>
  )
}

const BENEFITS = [
  { name: 'refreshed', icon: 'refresh-cw' },
  { name: 'addresses', icon: 'qr-code' },
  { name: 'versions', icon: 'history' },
] as const

/** Says what an account is for. A narrow window has no room for it. */
function Benefits() {
  const t = useTranslations('account.benefit')
  return (
    <ul className="flex flex-col gap-6 max-md:hidden">
      {BENEFITS.map(({ name, icon }) => (
        <li key={name} className="flex gap-4">
          <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-link">
            <Icon name={icon} className="size-5" />
          </span>
          <span>
            <span className="block font-semibold">{t(`${name}.title`)}</span>
            <span className="block text-pretty text-muted">{t(`${name}.text`)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What comes in the fragment leaves the address bar at once, so that nobody reads a token there or copies it along. */
function useFragment(): { loginKey?: LoginKey | undefined; failed?: string | undefined } {
  const [found, setFound] = useState<{ loginKey?: LoginKey | undefined; failed?: string | undefined }>({})
  useEffect(() => {
    const take = () => {
      const loginKey = readLoginKey(location.hash)
      const failed = readFailedWay(location.hash)
      if (!loginKey && failed === undefined) return
      history.replaceState(history.state, '', location.pathname + location.search)
      setFound({ loginKey, failed })
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return found
}
