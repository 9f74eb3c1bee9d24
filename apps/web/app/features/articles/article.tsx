import type { ReactNode } from 'react'

/** Plain text to read, also on paper. */
export function Article({ children }: { children: ReactNode }) {
  return <article className="article">{children}</article>
}
