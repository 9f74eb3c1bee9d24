// What the server asks of the web app. The app is built on its own; these types and packages/contract are all they share.

import type { Session } from '@switchyard/contract'

/** The files of one build that a page needs. */
export interface PageAssets {
  /** Modules that start the app. */
  scripts: readonly string[]
  styles: readonly string[]
  /** The modules behind a source file, so that the page may fetch them at once. */
  modulesOf: (sourceFile: string) => readonly string[]
}

/** What the server tells its pages about itself. */
export interface AppConfig {
  /** Without a trailing slash. */
  siteUrl: string
  buildId: string
  /** Where messages are loaded from: empty for this very origin. */
  i18nBase: string
  /** Where rule lists are fetched from in place of the raw host; empty for that host. */
  listMirror: string
  /** The API that is asked for presets; empty for the public one. */
  presetsBase: string
  /** Whether the server fetches addresses for people. */
  relays: boolean
  /** Whether the server makes short links for people who are signed in. */
  shortLinks: boolean
  /** Whether there are ads, and whether this browser shows them. */
  ads: 'none' | 'shown' | 'hidden'
  /** Whether the operator gives out codes that hide ads. */
  hasAdCodes: boolean
}

export interface PageRequest {
  config: AppConfig
  nonce: string
  session: Session
  /** Whether who asks has an output of this id; true as long as nobody is signed in, who is asked to. */
  hasOutput: (id: string) => Promise<boolean>
  assets: PageAssets
  onError: (error: unknown) => void
}

export type ShellRequest = Pick<PageRequest, 'config' | 'assets'>

export interface RenderedShell {
  html: string
  /** The one inline script, for its hash in the policy. */
  script: string
}

export interface RenderedPage {
  status: number
  html: Uint8Array
}

export interface WebApp {
  locales: readonly string[]
  /** A part of the words of a language, or several joined by `+`; undefined for one that there is not. */
  messages: (locale: string, part: string) => object | undefined
  /** Where an address leads that names the default language, and the cookie that remembers the choice. */
  defaultLocaleRedirect: (url: URL) => { to: string; cookie: string } | undefined
  /** The one right spelling of an address, when this is not it. */
  permanentRedirect: (url: URL) => string | undefined
  /** Where a visitor goes who wants another language than the address speaks. */
  localeRedirect: (url: URL, headers: Headers) => string | undefined
  /** Every page that search engines may know: its default address and that in each language. */
  sitemap: readonly { default: string; locales: Record<string, string> }[]
  render: (request: Request, page: PageRequest) => Promise<RenderedPage | Response>
  /** A page without content, the same for everyone, that draws itself in the browser: what is left without network. */
  renderShell: (locale: string, page: ShellRequest) => RenderedShell | undefined
}
