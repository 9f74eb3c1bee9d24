import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

const LOOKS = {
  solid: 'bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'border border-control bg-card text-fg hover:bg-hover',
  ghost: 'button-ghost text-fg hover:bg-hover',
  danger: 'border border-error text-error hover:bg-error-soft',
} as const

const SIZES = {
  small: 'h-(--control-small) gap-1.5 px-2 text-xs',
  medium: 'h-(--control) gap-2 px-3 text-sm',
  large: 'h-[max(40px,var(--control))] gap-2 px-4 text-sm',
} as const

export type ButtonLook = keyof typeof LOOKS
export type ButtonSize = keyof typeof SIZES

/** The looks of a button, for a link that should look like one. */
export const buttonClass = (look: ButtonLook = 'outline', size: ButtonSize = 'medium') =>
  `button ${SIZES[size]} ${LOOKS[look]}`

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: ButtonSize
  icon?: IconName
  /** All the words that it can show. The button is always as wide as the longest one. */
  words?: readonly string[]
  ref?: Ref<HTMLButtonElement>
}

export function Button({ look, size, icon, words, className = '', children, ...rest }: ButtonProps) {
  const content = (
    <>
      {icon && <Icon name={icon} className={size === 'small' ? 'size-3.5' : 'size-4'} />}
      {children}
    </>
  )
  return (
    <button type="button" className={`${buttonClass(look, size)} ${className}`} {...rest}>
      {words ? (
        <span className="button-words" data-words={words.join('\n')}>
          <span className="flex items-center gap-[inherit]">{content}</span>
        </span>
      ) : (
        content
      )}
    </button>
  )
}
