import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { readLoginKey, type LoginKey } from '../../components/sign-in/login-key.ts'
import { SignIn } from '../../components/sign-in/sign-in.tsx'
import { safeReturnPath } from '../../guards.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'

/** The way into an account, and from there back to where one came from. */
export function Login() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const back = safeReturnPath(search.get('redirect'))
  const known = useStore(session, undefined)
  const loginKey = useLoginKey()
  // A link for a new password or an address is of use to who is signed in too.
  const isDone = known?.user !== undefined && loginKey?.kind !== 'reset' && loginKey?.kind !== 'confirm'
  if (isDone) return <Navigate to={back} replace />
  return (
    <div className="card mx-auto w-full max-w-md p-6 max-sm:p-4">
      <SignIn key={loginKey?.token ?? ''} loginKey={loginKey} onDone={() => void navigate(back, { replace: true })} />
    </div>
  )
}

/** The token of the link leaves the address bar at once, so that nobody reads it there or copies it along. */
function useLoginKey(): LoginKey | undefined {
  const [key, setKey] = useState<LoginKey>()
  useEffect(() => {
    const take = () => {
      const found = readLoginKey(location.hash)
      if (!found) return
      history.replaceState(history.state, '', location.pathname + location.search)
      setKey(found)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return key
}
