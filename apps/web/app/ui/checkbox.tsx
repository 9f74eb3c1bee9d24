import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Some of what it stands for is chosen, not all. */
  mixed?: boolean
  /** Without words beside it, give `aria-label`. */
  children?: ReactNode
}

export function Checkbox({ checked, onChange, mixed = false, children, className = '', ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    box.current!.indeterminate = mixed
  }, [mixed])
  const input = (
    <input
      ref={box}
      type="checkbox"
      checked={checked}
      className={`checkbox ${children === undefined ? className : 'mt-0.5'}`}
      onChange={(event) => onChange(event.target.checked)}
      {...rest}
    />
  )
  return children === undefined ? (
    input
  ) : (
    <label className={`inline-flex min-h-(--target) items-center text-sm ${className}`}>
      {/* The box is level with the first line. It lies above the pressable area of the label, so a press meets the box. */}
      <span className="relative z-1 flex min-w-0 gap-2">
        {input}
        <span className="min-w-0">{children}</span>
      </span>
    </label>
  )
}

/** On or off, at once. */
export function Switch({ checked, onChange, children, className = '', ...rest }: Omit<Props, 'mixed'>) {
  const input = (
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      className={`switch ${children === undefined ? className : ''}`}
      onChange={(event) => onChange(event.target.checked)}
      {...rest}
    />
  )
  return children === undefined ? (
    input
  ) : (
    <label className={`flex min-h-(--target) items-center justify-between gap-4 text-sm ${className}`}>
      <span className="min-w-0">{children}</span>
      {input}
    </label>
  )
}
