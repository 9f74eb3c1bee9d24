import type { Context, MiddlewareHandler } from 'hono'

// Only names that every current browser's console takes without a warning: web-share and bluetooth are not known to
// all of them, and their own default is this origin alone.
const OWN_FEATURES = [
  'camera',
  'clipboard-read',
  'clipboard-write',
  'publickey-credentials-create',
  'publickey-credentials-get',
]
const NO_FEATURES =
  'accelerometer autoplay browsing-topics compute-pressure display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture screen-wake-lock serial storage-access sync-xhr usb window-management xr-spatial-tracking'

const PERMISSIONS = [
  ...OWN_FEATURES.map((name) => `${name}=(self)`),
  ...NO_FEATURES.split(' ').map((name) => `${name}=()`),
].join(', ')

/** Paths, in any language, that hold a token or show private data. They send no referrer. */
const NO_REFERRER = /^(\/[a-z]{2,3}-[A-Z]{2})?\/(sub|s|f|t|settings|profile|api\/auth)(\/|$)/

/** For answers that are no page: nothing may be loaded on behalf of them. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The headers that every answer has, but for the policy of what a page may load. */
const HEADERS = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  'X-Frame-Options': 'DENY',
}

declare module 'hono' {
  interface ContextVariableMap {
    isSecured: true | undefined
  }
}

/** Gives every answer its headers: pages, API, files, errors and 304s alike. */
export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.get('isSecured') !== true) secure(c.res.headers, c.req.path)
  }
}

/** Sets the headers that every answer has. `path`: the path of the request; empty if it is not known. */
export function secure(headers: Headers, path: string): void {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  headers.set('Referrer-Policy', referrerPolicy(path))
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', NO_PAGE_POLICY)
}

/** All headers of an answer that is no page and holds what belongs to one address. */
export function privateHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...HEADERS, 'Content-Security-Policy': NO_PAGE_POLICY, 'Referrer-Policy': 'no-referrer', ...headers }
}

/**
 * Says that an answer has all its headers, as `privateHeaders` makes them. The web server writes such an answer as it is; the
 * headers of any other one become an object first, which takes longer than the rest of a short answer.
 */
export function answerSecured(c: Context, answer: Response): Response {
  c.set('isSecured', true)
  return answer
}

function referrerPolicy(path: string): string {
  return NO_REFERRER.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin'
}

interface PageSources {
  /** What lets a script run: a nonce, or the hash of an inline script. */
  script: string
  style?: string
  /** Development goes without: its tools write HTML and start workers from sources. */
  isDevelopment: boolean
}

/** The policy of a page. The one Trusted Types policy is the page's own: see lib/trusted-types.ts in the web app. */
export function pagePolicy({ script, style, isDevelopment }: PageSources): string {
  return [
    "default-src 'none'",
    `script-src '${script}' 'strict-dynamic'`,
    `style-src 'self'${style ? ` '${style}'` : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ')
}

// The one worker that may call other origins: a worker obeys the policy of its own script.
const FETCH_WORKER = /\/fetch-worker[.\w-]*\.(js|ts)$/

/** The policy of a script, which holds when it runs as a worker. */
export function scriptPolicy(path: string): string {
  const connect = FETCH_WORKER.test(path) ? "'self' https:" : "'self'"
  return `default-src 'none'; script-src 'self'; connect-src ${connect}; frame-ancestors 'none'; base-uri 'none'`
}
