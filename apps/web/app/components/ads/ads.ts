import { AD_FREE_COOKIES } from '@switchyard/contract/ad-facts'
import type { AppConfig } from '@switchyard/server/web-app'
import { useAppConfig } from '../../lib/app-config.ts'
import { removeCookies } from '../../lib/local-data.ts'
import { createStore, useStore } from '../../lib/store.ts'

type Ads = AppConfig['ads']

const NAMES = Object.values(AD_FREE_COOKIES)

/** What was done on this page; undefined: it is as the server said. */
const changed = createStore<Exclude<Ads, 'none'> | undefined>(undefined)

/** Set while a code that hides ads is asked for, over whatever page is shown. */
export const isAdCodeAsked = createStore(false)

/** Whether there are ads, and whether this browser shows them. */
export function useAds(): Ads {
  const { ads } = useAppConfig()
  const now = useStore(changed, undefined)
  return ads === 'none' ? ads : (now ?? ads)
}

/** The server has set the cookie. */
export function hideAds(): void {
  changed.set('hidden')
}

export function showAds(): void {
  removeCookies(NAMES)
  changed.set('shown')
}

/** Until when this browser shows no ads, in milliseconds since 1970. */
export function adFreeUntil(cookies: string = document.cookie): number | undefined {
  const value = cookies
    .split('; ')
    .map((cookie) => cookie.split('=', 2))
    .find(([name]) => NAMES.some((one) => one === name))?.[1]
  const until = Number(value)
  // What a person writes there is no matter of ours, as long as it is a date.
  return value && Number.isFinite(new Date(until).getTime()) ? until : undefined
}
