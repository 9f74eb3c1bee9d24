import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'

/** An entry of the history that stands for something open over its page. */
const OVER_PAGE = { isOverPage: true }

/**
 * The state of the entry of now, for who replaces its address. A hook knows it a render later. React Router keeps it
 * under `usr`.
 */
export function entryState(): unknown {
  // The state is of any kind, and its form is React Router's.
  return (history.state as { usr?: unknown } | null)?.usr
}

/** Whether an entry of the history stands for something open over its page. */
export function isOverPage({ state }: Pick<Location, 'state'>): boolean {
  // What a place holds is read here alone, and may be missing.
  return (state as Partial<typeof OVER_PAGE> | null)?.isOverPage === true
}

/**
 * The system's Back closes what is open over the page, and only then leaves the page.
 * `top`: the name of what lies on top; undefined where nothing is open. `close` closes it.
 */
export function useBackCloses(top: string | undefined, close: () => void): void {
  const location = useLocation()
  const navigate = useNavigate()
  const isOver = isOverPage(location)
  const own = useRef<'none' | 'asked' | 'there'>('none')
  const settle = useEffectEvent(() => {
    if (top !== undefined && !isOver) {
      if (own.current === 'asked') return
      if (own.current === 'there') {
        own.current = 'none'
        return close()
      }
      own.current = 'asked'
      const { pathname, search, hash } = location
      void navigate({ pathname, search, hash }, { state: OVER_PAGE, preventScrollReset: true })
    } else if (top !== undefined) own.current = 'there'
    else {
      // A reload keeps the entry, and nothing is open then.
      if (isOver && own.current !== 'none') void navigate(-1)
      own.current = 'none'
    }
  })
  useEffect(() => settle(), [top, isOver])
}
