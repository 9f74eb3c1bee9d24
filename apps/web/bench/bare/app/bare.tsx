import type { ReactNode } from 'react'
import { useState } from 'react'
import type { RouteObject } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { BareList } from './bare-list.tsx'

// The page that ours are compared with: the whole stack, and nothing of ours on it.

const MESSAGES = { bare: { title: 'A bare page', line: 'Line {n} of a short page.', filter: 'Filter' } }
const LINES = Array.from({ length: 120 }, (_, index) => index + 1)

export const routes: RouteObject[] = [
  { path: '/list', element: <BareList /> },
  { path: '*', element: <BarePage /> },
]

export function BareDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>A bare page</title>
      </head>
      <body>
        <IntlProvider locale="en" messages={MESSAGES} timeZone="UTC">
          {children}
        </IntlProvider>
      </body>
    </html>
  )
}

function BarePage() {
  const t = useTranslations('bare')
  const [text, setText] = useState('')
  return (
    <main>
      <h1>{t('title')}</h1>
      <textarea aria-label={t('title')} value={text} onChange={(event) => setText(event.target.value)} />
      {LINES.map((n) => (
        <p key={n}>{t('line', { n })}</p>
      ))}
    </main>
  )
}
