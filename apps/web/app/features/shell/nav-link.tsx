import { NavLink, type NavLinkProps } from 'react-router'
import { preloadPage } from '../../lib/lazy-page.ts'

/** A link that fetches its page as soon as it is likely to be followed. */
export function PageLink({ to, ...rest }: Omit<NavLinkProps, 'to'> & { to: string }) {
  const preload = () => void preloadPage(to)
  return <NavLink to={to} onPointerEnter={preload} onFocus={preload} onTouchStart={preload} {...rest} />
}
