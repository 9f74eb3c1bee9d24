import { PUBLIC_CODE_HOST } from './browser.ts'

/**
 * The row of the privacy page's table that tells of a request; one that no row tells of is `none: ` and its address. What
 * leaves nothing, `data:` and `blob:`, has no row.
 */
export function leavesAs(url: string, site: string): string | undefined {
  if (/^(?:data|blob):/.test(url)) return undefined
  const { origin, pathname } = new URL(url)
  if (url.startsWith('https://sub.example.com/')) return 'subscription'
  if (url.startsWith('https://templates.example/')) return 'template'
  if (url.startsWith('https://raw.githubusercontent.com/') || pathname.startsWith('/rules/')) return 'lists'
  if (url.startsWith(`${PUBLIC_CODE_HOST}/`)) return 'presets'
  if (origin !== site) return `none: ${url}`
  if (pathname === '/_build' || pathname === '/api/_auth/session' || pathname === '/api/probes/terms') return 'state'
  if (pathname.startsWith('/api/_nuxt_icon/circle-flags.json')) return 'icons'
  if (pathname.startsWith('/api/free-nodes')) return 'freeNodes'
  if (/^\/api\/(?:auth|profile|people)\b/.test(pathname)) return 'account'
  if (pathname.startsWith('/api/')) return `none: ${url}`
  return 'page'
}
