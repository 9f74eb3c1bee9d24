import { useEffect } from 'react'
import { createStore } from './store.ts'

/** Set while a person says what they make anew, over whatever page is shown; `kind`: what is offered first. */
export const newWindow = createStore<{ kind?: string } | undefined>(undefined)

/** The text that the page shows as its result; without one there is none. */
export const currentOutput = createStore<{ read: () => Promise<string> } | undefined>(undefined)

/** What something new may start from, for as long as it is shown. Hand in the same one until it changes. */
export function useCurrentOutput(output: { read: () => Promise<string> } | undefined): void {
  useEffect(() => {
    currentOutput.set(output)
    return () => currentOutput.set((shown) => (shown === output ? undefined : shown))
  }, [output])
}
