import type { ButtonHTMLAttributes, Ref } from 'react'
import type { ButtonLook } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import { tooltip } from './tooltip.tsx'

const LOOKS: Record<ButtonLook, string> = {
  solid: 'bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'border border-control bg-card text-fg hover:bg-hover',
  ghost:
    'button-ghost text-muted hover:bg-hover hover:text-fg aria-pressed:bg-hover aria-pressed:text-fg aria-expanded:bg-hover',
  danger: 'text-error hover:bg-error-soft',
}

const SIZES = { small: 'size-(--control-small)', medium: 'size-(--control)' } as const

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName
  /** What it does: its name for a screen reader and its tooltip. */
  label: string
  /** 'mod+k': shown in the tooltip. */
  keys?: string
  look?: ButtonLook
  size?: keyof typeof SIZES
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, keys, look = 'ghost', size = 'medium', className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      {...tooltip(label, keys)}
      className={`button ${SIZES[size]} ${LOOKS[look]} ${className}`}
      {...rest}
    >
      <Icon name={icon} className={size === 'small' ? 'size-3.5' : 'size-4'} />
    </button>
  )
}
