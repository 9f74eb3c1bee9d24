import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  text?: ReactNode
  /** A choice for the control: it has a line of its own below the words, on a phone before the control. */
  choice?: ReactNode
  /** On a phone the control always stands below the words and is as wide as the row, so that such rows look alike. */
  isStacked?: boolean
  children: ReactNode
}

/** One setting in a list: what it is on the left, its control on the right, below it where there is no room. */
export function SettingRow({ title, text, choice, isStacked = false, children }: Props) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:gap-x-6">
      <div className={`min-w-0 flex-1 basis-48 ${isStacked ? 'max-sm:basis-full' : ''}`}>
        <p className="font-medium">{title}</p>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {choice && <div className="basis-full sm:order-1">{choice}</div>}
      <div
        className={`flex flex-wrap items-center gap-x-4 sm:ml-auto sm:justify-end gap-y-2 max-sm:has-[select]:basis-full sm:gap-x-6 ${isStacked ? 'max-sm:basis-full max-sm:*:grow' : ''}`}
      >
        {children}
      </div>
    </div>
  )
}

interface GroupProps {
  title: string
  /** Buttons for the whole group, beside its title. */
  actions?: ReactNode
  children: ReactNode
}

export function SettingGroup({ title, actions, children }: GroupProps) {
  return (
    <section className="mb-6">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-1 gap-y-2">
        <h2 className="text-sm font-medium text-muted">{title}</h2>
        {actions}
      </div>
      <div className="card divide-y divide-line">{children}</div>
    </section>
  )
}
