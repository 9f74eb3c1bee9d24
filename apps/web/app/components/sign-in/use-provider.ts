import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OAuthProvider } from '@switchyard/contract'
import type { Failure } from '../api-call/api-failure.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { openProvider, PROVIDER_SIGNAL, takeProviderSignal, type ProviderSignIn } from './provider-window.ts'

const LOOK_MS = 500

/** Whose window was opened last: there is one of its name. */
let latest: object | undefined

interface Provider {
  /** Whose window is open. */
  open: OAuthProvider | undefined
  /** The server sent nobody there. */
  failure: Failure | undefined
  /** The code of what went wrong there. */
  failed: string | undefined
  ask: (provider: OAuthProvider, wanted: ProviderSignIn) => Promise<void>
}

type Prove = <T>(work: () => Promise<T>) => Promise<T>

const asIs: Prove = (work) => work()

/**
 * The way to a provider and back. `onDone`: the server knows who came back; the page asks it. `prove`: asks first who is
 * there, where the server wants to know.
 */
export function useProvider(onDone: () => void, prove: Prove = asIs): Provider {
  const [open, setOpen] = useState<OAuthProvider>()
  const [failed, setFailed] = useState<string>()
  const { failure, submit } = useSubmit()
  const self = useRef({})
  const looking = useRef<ReturnType<typeof setInterval>>(undefined)

  const take = useEffectEvent(() => {
    if (latest !== self.current) return
    const outcome = takeProviderSignal()
    if (outcome === undefined) return
    latest = undefined
    clearInterval(looking.current)
    setOpen(undefined)
    if (outcome === 'done') onDone()
    else setFailed(outcome)
  })
  useEffect(() => {
    // Heard even where the window counts as closed: some providers cut it off from the page that opened it.
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === PROVIDER_SIGNAL && newValue !== null) take()
    }
    addEventListener('storage', hear)
    return () => {
      removeEventListener('storage', hear)
      clearInterval(looking.current)
    }
  }, [])

  return {
    open,
    failure,
    failed,
    ask: async (provider, wanted) => {
      clearInterval(looking.current)
      setFailed(undefined)
      setOpen(provider)
      let opened: Window | undefined
      const isThere = await submit(async () => {
        opened = await prove(() => openProvider(provider, wanted))
      })
      if (!isThere || !opened) return setOpen(undefined)
      latest = self.current
      const watched = opened
      looking.current = setInterval(() => {
        if (!watched.closed) return
        clearInterval(looking.current)
        setOpen(undefined)
      }, LOOK_MS)
    },
  }
}
