import { NavLink, type NavLinkProps } from 'react-router'
import { preloadPage } from '../../lib/lazy-page.ts'

/**
 * A link that fetches its page as soon as it is likely to be followed. A page that opens under a pointer at rest says
 * nothing of where somebody goes.
 */
export function PageLink({ to, ...rest }: Omit<NavLinkProps, 'to'> & { to: string }) {
  const preload = () => void preloadPage(to)
  return <NavLink to={to} onPointerMove={preload} onFocus={preload} onTouchStart={preload} {...rest} />
}
