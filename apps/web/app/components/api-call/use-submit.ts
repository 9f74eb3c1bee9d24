import { useState } from 'react'
import type { Failure } from './api-failure.ts'
import { useFailureWords } from './use-failure-words.ts'

interface Submit {
  isBusy: boolean
  failure: Failure | undefined
  /** Does the work unless it is being done already. Resolves to whether it went well; a failure is shown in words. */
  submit: (work: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

/**
 * One thing that a form asks of the server: whether it is on its way, and why it failed. `wordsFor` says in words what
 * fails on this device, before anybody is asked.
 */
export function useSubmit(wordsFor?: (error: unknown) => string | undefined): Submit {
  const words = useFailureWords()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const submit = async (work: () => Promise<unknown>) => {
    if (isBusy) return false
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      const own = wordsFor?.(error)
      setFailure(own === undefined ? words(error) : { text: own })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, submit, clear: () => setFailure(undefined) }
}
