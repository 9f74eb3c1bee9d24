import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SessionUser } from '@switchyard/contract'
import { failureData, type Failure } from '../api-call/api-failure.ts'
import { offersPasskeysInFields, signInWithPasskey, stopAskingForPasskey } from './passkeys.ts'

/** What the server asks holds for ten minutes. */
const ASK_AGAIN_MS = 9 * 60_000

interface PasskeyInField {
  failure: Failure | undefined
  /** Another question took its place: it is asked once more. */
  askAgain: () => void
}

/** Offers passkeys in the list under the field for the address, for as long as the form is shown. */
export function usePasskeyInField(isOn: boolean, onUser: (user: SessionUser) => void): PasskeyInField {
  const t = useTranslations('account')
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)
  const askAgain = () => setRound((before) => before + 1)

  const ask = useEffectEvent(async (leaving: AbortSignal) => {
    if (!(await offersPasskeysInFields()) || leaving.aborted) return
    try {
      const user = await signInWithPasskey('field')
      if (user && !leaving.aborted) onUser(user)
    } catch (error) {
      // Nobody has asked for anything yet when the question itself could not be put: the button is there.
      if (leaving.aborted || failureData(error)?.error !== 'wrong-credentials') return
      setFailure({ text: t('passkeyRefused') })
      askAgain()
    }
  })

  useEffect(() => {
    if (!isOn) return
    const leaving = new AbortController()
    void ask(leaving.signal)
    const timer = setTimeout(askAgain, ASK_AGAIN_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
      stopAskingForPasskey()
    }
  }, [isOn, round])

  return { failure, askAgain }
}
