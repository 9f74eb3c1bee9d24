import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  text?: ReactNode
  /** A choice for the control: it stands below the words. */
  choice?: ReactNode
  /** The words need room. The control is level with the title. In a narrow row it stands below the words. On a phone it is as wide as the row. */
  isStacked?: boolean
  children: ReactNode
}

/** One setting in a list: what it is on the left, its control on the right, below it where there is no room. */
export function SettingRow({ title, text, choice, isStacked = false, children }: Props) {
  return (
    <div
      className={`flex min-h-14 flex-wrap justify-between gap-x-4 gap-y-2 px-4 py-3 sm:gap-x-6 ${choice || isStacked ? 'items-start' : 'items-center'}`}
    >
      <div className={`min-w-0 flex-1 ${isStacked ? 'basis-80 max-sm:basis-full' : 'basis-48'}`}>
        <p className="font-medium">{title}</p>
        {text && <p className="text-muted">{text}</p>}
        {choice && <div className="mt-2">{choice}</div>}
      </div>
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:has-[select]:basis-full sm:justify-end sm:gap-x-6 ${isStacked ? 'max-sm:basis-full max-sm:*:grow' : 'sm:ml-auto'}`}
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
