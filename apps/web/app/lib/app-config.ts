import type { AppConfig } from '@switchyard/server/web-app'
import { createContext, use } from 'react'

const NOTHING: AppConfig = {
  siteUrl: '',
  buildId: '',
  i18nBase: '',
  listMirror: '',
  presetsBase: '',
  relays: false,
  shortLinks: false,
  ads: 'none',
  hasAdCodes: false,
}

export const AppConfigContext = createContext(NOTHING)

export function useAppConfig(): AppConfig {
  return use(AppConfigContext)
}

/** The attributes of `<html>` that carry it to the page. */
export function configData({
  siteUrl,
  buildId,
  i18nBase,
  listMirror,
  presetsBase,
  relays,
  shortLinks,
  ads,
  hasAdCodes,
}: AppConfig): Record<string, unknown> {
  return {
    'data-site': siteUrl,
    'data-build': buildId,
    'data-i18n': i18nBase,
    'data-list-mirror': listMirror || undefined,
    'data-presets-base': presetsBase || undefined,
    'data-relays': relays ? '' : undefined,
    'data-short-links': shortLinks ? '' : undefined,
    'data-ads': ads === 'none' ? undefined : ads,
    'data-ad-codes': hasAdCodes ? '' : undefined,
  }
}

/** The same from the document, for code that is not a component. */
export function appConfig(): AppConfig {
  const {
    site = '',
    build = '',
    i18n = '',
    listMirror = '',
    presetsBase = '',
    relays,
    shortLinks,
    ads,
    adCodes,
  } = document.documentElement.dataset
  return {
    siteUrl: site,
    buildId: build,
    i18nBase: i18n,
    listMirror,
    presetsBase,
    relays: relays !== undefined,
    shortLinks: shortLinks !== undefined,
    ads: ads === 'shown' || ads === 'hidden' ? ads : 'none',
    hasAdCodes: adCodes !== undefined,
  }
}
