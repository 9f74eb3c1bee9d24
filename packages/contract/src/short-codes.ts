/** What stands behind `/s/`: 3 to 32 letters, digits, `-` and `_`. Capitals are other letters. */
export const SHORT_CODE = /^[A-Za-z0-9_-]{3,32}$/

/** The longest address that a short link leads to, in bytes. docs/security.md, "Short links" */
export const SHORT_TARGET_BYTES = 8 * 1024

/** How many links a page of the list has. */
export const SHORT_PAGE_SIZE = 50

/** How long a deleted link can be brought back, and nobody gets its code. */
export const SHORT_UNDO_MS = 24 * 60 * 60 * 1000

/**
 * Codes that nobody gets, in whatever case: they look like a part of the site, or somebody could be taken for who runs
 * it. New words may come; a link that has one by then keeps it.
 */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about abuse account accounts admin administrator api app assets auth billing contact dashboard delete docs edit favicon ' +
    'healthz help install invite legal login logout manifest null oauth official openapi owner password pay payment privacy ' +
    'profile readyz register report reset robots root rules security service settings setup short signin signup site sitemap ' +
    'static status sub support switchyard system team terms token undefined verify version webhook well-known www'
  ).split(' '),
)

/** Whether a code is kept for the site itself. */
export function isReservedCode(code: string): boolean {
  return RESERVED.has(code.toLowerCase())
}
