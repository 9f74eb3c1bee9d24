import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { isAdFree } from '../http/ad-free-cookie.ts'
import { siteUrlOf } from '../http/host-check.ts'
import { relayOf } from '../settings.ts'
import { i18nBaseOf } from './i18n-base.ts'
import type { AppConfig } from './web-app.ts'

/** What a page is told about the server that it came from. */
export function configOf(c: Context, { web, settings }: Pick<Deps, 'web' | 'settings'>): AppConfig {
  return {
    siteUrl: siteUrlOf(c, settings.SITE_URL),
    buildId: web.id,
    i18nBase: i18nBaseOf(settings),
    listMirror: settings.LIST_MIRROR ?? '',
    presetsBase: settings.PRESETS_BASE ?? '',
    relays: relayOf(settings) !== 'off',
    shortLinks: settings.SHORT_API !== 'off',
    ads: settings.ADS_CLIENT_ID === undefined ? 'none' : isAdFree(c) ? 'hidden' : 'shown',
    hasAdCodes: settings.ADS_CLIENT_ID !== undefined && settings.ADS_CODES.length > 0,
  }
}
