import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'

/** What ties a control to its words: spread it on the control. */
export interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A control with its label above, a hint or what is wrong below. */
export function Field({ label, hint, error, className = '', children }: FieldProps) {
  const id = useId()
  const note = error || hint
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        ...(note ? { 'aria-describedby': `${id}-note` } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {note && (
        <p id={`${id}-note`} className={`text-xs whitespace-pre-line ${error ? 'text-error' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

export function Input({
  className = '',
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input autoComplete="off" spellCheck={false} className={`input h-(--control) ${className}`} {...rest} />
}

export function Textarea({
  className = '',
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className={`input py-1.5 ${className}`}
      {...rest}
    />
  )
}
