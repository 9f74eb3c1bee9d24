/** What a page and its server both know of ads; loads no schema. */

/** Names until when a browser shows no ads, in milliseconds since 1970. A page reads and removes it: it guards nothing. */
export const AD_FREE_COOKIE = 'ads_hidden_until'

/** A code that hides ads has at most so many characters. */
export const AD_CODE_MAX = 64
