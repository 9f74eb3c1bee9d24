import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  text?: ReactNode
  /** On a phone the control stands below the words, however short they are: a list of such rows looks alike. */
  isStacked?: boolean
  children: ReactNode
}

/** One setting in a list: what it is on the left, its control on the right, below it where there is no room. */
export function SettingRow({ title, text, isStacked = false, children }: Props) {
  return (
    <div
      className={`flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:gap-x-6 ${text ? 'sm:items-start' : ''}`}
    >
      <div className={`min-w-0 flex-1 basis-48 ${isStacked ? 'max-sm:basis-full' : ''}`}>
        <p className="font-medium">{title}</p>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {/* As high as the line of the title, so that a control of any height stands beside it. */}
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-x-6 max-sm:has-[select]:basis-full ${text ? 'sm:h-[1lh]' : ''}`}
      >
        {children}
      </div>
    </div>
  )
}

export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-medium text-muted">{title}</h2>
      <div className="card divide-y divide-line">{children}</div>
    </section>
  )
}
