import type { PointerEvent } from 'react'
import { NavLink, type NavLinkProps } from 'react-router'
import { preloadPage } from '../../lib/lazy-page.ts'

/**
 * A link that fetches its page as soon as it is likely to be followed. A page that opens under a pointer at rest says
 * nothing of where somebody goes.
 */
export function PageLink({ to, ...rest }: Omit<NavLinkProps, 'to'> & { to: string }) {
  const preload = () => void preloadPage(to)
  // A page that is laid out anew below the pointer is told as a move of no length.
  const preloadIfMoved = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && preload()
  return <NavLink to={to} onPointerMove={preloadIfMoved} onFocus={preload} onTouchStart={preload} {...rest} />
}
