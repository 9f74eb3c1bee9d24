import type { ReactNode } from 'react'

/** One setting in a list: what it is on the left, its control on the right, below it where there is no room. */
export function SettingRow({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:gap-x-6">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
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
