import { createHash, randomUUID } from 'node:crypto'
import type { ApiError } from '@switchyard/contract'
import { apiErrorMessage } from '@switchyard/locale'
import { LANGS, type Lang } from '@switchyard/convert/languages'
import type { Context } from 'hono'

/** Where the popup leaves its signal for the page that opened it: a code that is no secret, and a random word. */
const SIGNAL = 'switchyard.oauth'

interface Way {
  mode: 'popup' | 'page'
  /** A path of this site. */
  back: string
  language: Lang
  site: string
}

/**
 * The end of the way: the popup leaves a signal and closes, a whole page goes back to where it came from. `failed`: why
 * nobody is signed in.
 */
export function answerCompletion(
  c: Context,
  { mode, back, language, site }: Way,
  failed: ApiError | undefined,
): Response {
  c.header('Cache-Control', 'private, no-store')
  const prefix = language === LANGS[0] ? '' : `/${language}`
  const place = failed === undefined ? back : `${prefix}/login#failed=${failed}`
  if (mode === 'page') return c.redirect(site + place, 302)
  // The page asks for its session then: it believes nothing that stands here.
  const signal = JSON.stringify(`${failed ?? 'done'} ${randomUUID()}`)
  const script = `try{localStorage.setItem(${JSON.stringify(SIGNAL)},${signal})}catch{}close()`
  const hash = createHash('sha256').update(script).digest('base64')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  const words = failed === undefined ? '✓' : apiErrorMessage(failed, language)
  return c.html(
    `<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><meta name="robots" content="noindex">` +
      `<title>Switchyard</title><p>${escapeHtml(words)}</p><p><a href="${escapeHtml(place)}">Switchyard</a></p>` +
      `<script>${script}</script></html>`,
  )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
