import { createContext, use } from 'react'

/** What the server tells the page about itself; the page finds it on `<html data-…>`. */
export interface AppConfig {
  /** Without a trailing slash. */
  siteUrl: string
  buildId: string
  /** Where messages are loaded from: empty for this very origin. */
  i18nBase: string
  /** Where rule lists are fetched from in place of the raw host; empty for that host. */
  listMirror: string
}

export const AppConfigContext = createContext<AppConfig>({ siteUrl: '', buildId: '', i18nBase: '', listMirror: '' })

export function useAppConfig(): AppConfig {
  return use(AppConfigContext)
}

/** The same from the document, for code that is not a component. */
export function appConfig(): AppConfig {
  const { site = '', build = '', i18n = '', listMirror = '' } = document.documentElement.dataset
  return { siteUrl: site, buildId: build, i18nBase: i18n, listMirror }
}
