import { useEffect } from 'react'
import { createStore } from './store.ts'

/** What the page that is shown calls itself, where that is known only after it has loaded; undefined otherwise. */
export const pageName = createStore<string | undefined>(undefined)

/** While a component is shown, its page has the name of what it shows. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    pageName.set(name)
    return () => pageName.set(undefined)
  }, [name])
}
