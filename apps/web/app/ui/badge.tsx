import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

const TONES = {
  neutral: 'border-line-strong text-muted',
  quiet: 'border-transparent bg-hover text-muted',
  success: 'border-transparent bg-success-soft text-success',
  info: 'border-transparent bg-info-soft text-info',
  warning: 'border-transparent bg-warning-soft text-warning',
  error: 'border-transparent bg-error-soft text-error',
} as const

export type Tone = keyof typeof TONES

interface Props {
  tone?: Tone
  /** A tone other than neutral needs one beside its words: colour says nothing alone. */
  icon?: IconName
  className?: string
  children: ReactNode
}

/** A word about a thing. Protocols and other kinds are neutral; a state has a tone, if only a quiet one, and an icon. */
export function Badge({ tone = 'neutral', icon, className = '', children }: Props) {
  return (
    <span className={`badge ${TONES[tone]} ${className}`}>
      {icon && <Icon name={icon} className="size-3" />}
      {children}
    </span>
  )
}
