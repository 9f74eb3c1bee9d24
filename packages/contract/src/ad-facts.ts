/** What a page and its server both know of ads; loads no schema. */

/**
 * The cookie that says until when a browser shows no ads, in milliseconds since 1970: its name over TLS, and without. A page
 * reads and removes it, for it guards nothing.
 */
export const AD_FREE_COOKIES = { secure: '__Host-ads_hidden_until', plain: 'ads_hidden_until' } as const

/** A code that hides ads has at most so many characters. */
export const AD_CODE_MAX = 64
