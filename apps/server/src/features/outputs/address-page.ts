import { createHash } from 'node:crypto'
import { outputFacts, type OutputId, type SubscriptionInfo } from '@switchyard/convert'
import { addressText, type Lang } from '@switchyard/locale'
import { importLinkOf, PROGRAMS, type Program } from '@switchyard/recipe/programs'
import { encode } from 'uqr'
import { escapeHtml } from '../../http/escape-html.ts'

const PLATFORMS = ['android', 'ios', 'mac', 'windows', 'linux'] as const
type Platform = (typeof PLATFORMS)[number]
const DESKTOPS: readonly Platform[] = ['windows', 'mac', 'linux']

interface App {
  name: string
  platforms: readonly Platform[]
  program: Program
}

/** Apps that import an address by a link of the list of programs, the usual ones of a platform first. */
const APPS: readonly App[] = (
  [
    ['clash-verge-rev', 'Clash Verge', DESKTOPS],
    ['cmfa', 'Clash Meta for Android', ['android']],
    ['stash', 'Stash', ['ios', 'mac']],
    ['sing-box-android', 'sing-box', ['android', 'ios', 'mac']],
    ['flclash', 'FlClash', ['android', ...DESKTOPS]],
    ['clash-party', 'Clash Party', DESKTOPS],
    ['hiddify', 'Hiddify', PLATFORMS],
    ['nekobox', 'NekoBox', ['android']],
    ['v2rayng', 'v2rayNG', ['android']],
    ['karing', 'Karing', ['ios', 'android']],
  ] as const
).map(([id, name, platforms]) => ({ name, platforms, program: PROGRAMS.find((program) => program.id === id)! }))

const STYLE = `
:root{color-scheme:light dark;--line:#8883;--bar:#2563eb}
body{font:16px/1.6 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;margin:0 0 1rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.25rem 0}
progress{width:100%;height:.75rem;accent-color:var(--bar)}
ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.5rem}
a.app{display:block;padding:.6rem .9rem;border:1px solid var(--line);border-radius:.5rem;text-decoration:none;color:inherit}
.first a.app{border-color:var(--bar)}
code{display:block;overflow-wrap:anywhere;padding:.6rem;border:1px solid var(--line);border-radius:.5rem;user-select:all}
img{display:block;width:14rem;max-width:100%;height:auto;background:#fff}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** What this page may load: its own style, and the picture in it. It has no script. */
export const ADDRESS_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

interface Shown {
  name: string
  /** Where the page itself stands: the one token that a page may hold is its own. */
  address: string
  subscription: SubscriptionInfo | undefined
  /** The one client that it is for; absent: each app gets its own format. */
  only?: OutputId
  refreshedAt: number | undefined
  lang: Lang
  userAgent: string
}

/** What a person sees who opens the address of an output: traffic, expiry, how to get it into an app. Nothing of its nodes. */
export function addressPage({ name, address, subscription, only, refreshedAt, lang, userAgent }: Shown): string {
  const text = (key: Parameters<typeof addressText>[0], args?: Record<string, string>) =>
    escapeHtml(addressText(key, lang, args))
  const platform = platformOf(userAgent)
  const apps = only === undefined ? APPS : APPS.filter(({ program }) => program.output === only)
  const [own, others] = [true, false].map((isOwn) => apps.filter((app) => app.platforms.includes(platform) === isOwn))
  const qr = `data:image/svg+xml;base64,${Buffer.from(qrOf(address)).toString('base64')}`
  const links = (apps: readonly App[] = []) =>
    apps
      .map((app) => {
        const link = importLinkOf(app.program, { url: address, name })!
        return `<li><a class="app" href="${escapeHtml(link)}">${escapeHtml(app.name)}</a></li>`
      })
      .join('')
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(name)}</h1>
${trafficOf(subscription, lang)}
<p>${refreshedAt === undefined ? text('not-refreshed') : text(only === undefined ? 'refreshed' : 'changed', { date: dateOf(refreshedAt, lang) })}</p>
<h2>${text('import')}</h2>
<p>${only === undefined ? text('what-to-do') : text('what-to-do-config', { client: outputFacts(only).title })}</p>
<ul class="first">${links(own)}</ul>
<h2>${text('scan')}</h2>
<img src="${qr}" alt="${text('address')}" width="224" height="224">
<p><a href="${qr}" download="qr.svg">${text('save-qr')}</a></p>
<h2>${text('address')}</h2>
<code>${escapeHtml(address)}</code>
<p>${text('keep-secret')}</p>
${others!.length === 0 ? '' : `<h2>${text('other-apps')}</h2>\n<ul>${links(others)}</ul>`}
</main>
</body>
</html>
`
}

function trafficOf(subscription: SubscriptionInfo | undefined, lang: Lang): string {
  if (!subscription) return ''
  const { upload, download, total, expire } = subscription
  const lines: string[] = []
  if (upload !== undefined || download !== undefined) {
    const used = (upload ?? 0) + (download ?? 0)
    const words =
      total === undefined
        ? addressText('used-only', lang, { used: bytesOf(used) })
        : addressText('used', lang, { used: bytesOf(used), total: bytesOf(total) })
    if (total !== undefined)
      lines.push(
        `<progress max="${total}" value="${Math.min(used, total)}" aria-label="${escapeHtml(words)}"></progress>`,
      )
    lines.push(`<p>${escapeHtml(words)}</p>`)
  }
  const end =
    expire === undefined
      ? addressText('never-expires', lang)
      : addressText('expires', lang, { date: dateOf(expire * 1000, lang) })
  lines.push(`<p>${escapeHtml(end)}</p>`)
  return lines.join('\n')
}

function platformOf(userAgent: string): Platform {
  if (/android/i.test(userAgent)) return 'android'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios'
  if (/mac os x/i.test(userAgent)) return 'mac'
  return /linux|x11/i.test(userAgent) ? 'linux' : 'windows'
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
const STEP = 1024

/** `12.5 GB`, as providers count: 1024 at a time. */
function bytesOf(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)))
  const amount = bytes / STEP ** power
  return `${amount.toFixed(power === 0 || amount >= 100 ? 0 : 1)} ${UNITS[power]}`
}

function dateOf(ms: number, lang: Lang): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(ms)
}

const QUIET = 4

/** A drawing of the code, with the white border that readers want. */
function qrOf(text: string): string {
  const { data, size } = encode(text, { border: QUIET })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${cells.join('')}"/></svg>`
}
