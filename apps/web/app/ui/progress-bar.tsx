/** How far something is, from 0 to 1; without a value it only says that something goes on. */
export function ProgressBar({ value, label, className = '' }: { value?: number; label: string; className?: string }) {
  const known = value !== undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(value * 100) : undefined}
      className={`progress ${className}`}
    >
      <div
        className={known ? 'progress-fill' : 'progress-fill progress-unknown'}
        style={known ? { transform: `scaleX(${value})` } : undefined}
      />
    </div>
  )
}
