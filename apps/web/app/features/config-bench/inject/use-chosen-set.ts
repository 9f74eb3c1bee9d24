import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { injectionDraft, keptInjections } from './kept-injections.ts'

/** `?set=…`: the kept set of that id is what goes in. */
export function useChosenSet(): void {
  const [query] = useSearchParams()
  const id = query.get('set')
  useEffect(() => {
    if (id === null) return
    void keptInjections.start().then(() => {
      const found = keptInjections.find(id)
      if (found) injectionDraft.set(found.value)
    })
  }, [id])
}
