/** Three tracks that become one. */
export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" className="fill-primary" />
      <path
        d="M5 7h3.5c2.5 0 3 5 5.5 5H19M5 12h9M5 17h3.5c2.5 0 3-5 5.5-5"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-on-primary"
      />
    </svg>
  )
}
