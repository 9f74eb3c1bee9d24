import type { BodyOf, OAuthProvider } from '@switchyard/contract'
import { call } from '../../lib/api.ts'

/** Where the window of a provider leaves how it ended, for the page that opened it. */
export const PROVIDER_SIGNAL = 'switchyard.oauth'

const WIDTH = 960
const HEIGHT = 600

export type ProviderSignIn = Pick<BodyOf<'POST /api/auth/oauth/:provider'>, 'purpose' | 'setupCode' | 'invite'>

/**
 * Sends somebody to a provider, in a window of its own; where the browser opens none the whole page goes there, and comes
 * back to its own address. Gives back that window. Throws what the server refuses.
 */
export async function openProvider(provider: OAuthProvider, wanted: ProviderSignIn): Promise<Window | undefined> {
  takeProviderSignal()
  // At once, while the browser still knows of the press: a window that is opened later is blocked.
  const opened = openWindow()
  const mode = opened ? 'popup' : 'page'
  const body = { ...wanted, mode, back: location.pathname + location.search } as const
  try {
    const { url } = await call('POST /api/auth/oauth/:provider', { params: { provider }, body, quiet: true })
    if (opened) opened.location.replace(url)
    else location.assign(url)
    return opened
  } catch (error) {
    opened?.close()
    throw error
  }
}

/** How the way to a provider ended, said once: `done`, or the code of what went wrong. */
export function takeProviderSignal(): string | undefined {
  try {
    const signal = localStorage.getItem(PROVIDER_SIGNAL)
    localStorage.removeItem(PROVIDER_SIGNAL)
    return signal?.split(' ')[0]
  } catch {
    // A browser that keeps nothing for this site.
    return undefined
  }
}

function openWindow(): Window | undefined {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  const opened = open('', 'switchyard-provider', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
  return opened && !opened.closed ? opened : undefined
}
