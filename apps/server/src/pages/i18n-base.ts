import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'

/** Where pages load their words from: only the site's own origin is possible, a page may ask no other. */
export function i18nBaseOf({ I18N_BASE_URL, SITE_URL }: Settings): string {
  return I18N_BASE_URL && isSameOrigin(I18N_BASE_URL, SITE_URL) ? I18N_BASE_URL : ''
}

/** Says at the start of a production server that its words come from elsewhere than meant. */
export function checkI18nBase({ I18N_BASE_URL, SITE_URL }: Settings, log: Logger): void {
  if (!I18N_BASE_URL || isSameOrigin(I18N_BASE_URL, SITE_URL)) return
  log.error(
    { i18nOrigin: new URL(I18N_BASE_URL).origin, siteOrigin: SITE_URL && new URL(SITE_URL).origin },
    'I18N_BASE_URL does not begin with the scheme, host and port of SITE_URL: pages load their words from the site instead',
  )
}

function isSameOrigin(base: string, site: string | undefined): boolean {
  return site !== undefined && new URL(base).origin === new URL(site).origin
}
