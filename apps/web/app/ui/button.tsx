import type { ButtonHTMLAttributes } from 'react'

const LOOKS = {
  solid: 'bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'border border-control text-fg hover:bg-hover',
  ghost: 'text-fg hover:bg-hover',
} as const

export type ButtonLook = keyof typeof LOOKS

export const buttonClass = (look: ButtonLook = 'outline') =>
  `inline-flex h-(--control) cursor-pointer items-center justify-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-50 ${LOOKS[look]}`

export function Button({
  look,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook }) {
  return <button type="button" className={`${buttonClass(look)} ${className}`} {...rest} />
}
