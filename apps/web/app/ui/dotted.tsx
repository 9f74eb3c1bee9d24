import type { ReactNode } from 'react'

/** Short facts in a row, a dot between two of them; no line begins or ends with one. What is empty is left out. */
export function Dotted({ parts, className = '' }: { parts: readonly ReactNode[]; className?: string }) {
  return (
    <div className={`dotted ${className}`}>
      {parts.map((part, at) => part !== undefined && part !== false && part !== '' && <span key={at}>{part}</span>)}
    </div>
  )
}
