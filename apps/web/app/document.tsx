import type { ReactNode } from 'react'
import type { AppConfig } from '@switchyard/server/web-app'
import { AppConfigContext, configData } from './lib/app-config.ts'
import { COLOR_MODE_SCRIPT, type FixedColorMode } from './lib/color-mode.ts'
import { EARLY_INPUT_SCRIPT } from './lib/early-input.ts'
import type { Locale } from './lib/locale.ts'
import { TRUSTED_TYPES_SCRIPT } from './lib/trusted-types.ts'

export const HEAD_SCRIPT = `${TRUSTED_TYPES_SCRIPT};${COLOR_MODE_SCRIPT};${EARLY_INPUT_SCRIPT}`

export interface DocumentProps {
  config: AppConfig
  locale: Locale
  forcedMode: FixedColorMode | undefined
  /** The browser hides it from scripts, so there it is empty. */
  nonce: string
  styles: readonly string[]
  /** Fetched beside the entry: messages and the chunk of the page. */
  preloads: { messages: readonly string[]; modules: readonly string[] }
  children: ReactNode
}

/** The whole HTML document, the same on the server and in the browser. */
export function Document({ config, locale, forcedMode, nonce, styles, preloads, children }: DocumentProps) {
  return (
    <AppConfigContext value={config}>
      <html lang={locale} {...configData(config)} data-forced-mode={forcedMode} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
          {/* oxlint-disable-next-line react/no-danger -- a constant of ours */}
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
          {styles.map((href) => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
          {preloads.messages.map((href) => (
            <link key={href} rel="preload" as="fetch" crossOrigin="anonymous" href={href} />
          ))}
          {preloads.modules.map((href) => (
            <link key={href} rel="modulepreload" href={href} nonce={nonce} suppressHydrationWarning />
          ))}
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href={`/manifest.${locale}.webmanifest`} />
        </head>
        <body>{children}</body>
      </html>
    </AppConfigContext>
  )
}
