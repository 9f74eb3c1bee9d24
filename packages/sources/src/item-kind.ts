/** What a subscription item is: an address that is fetched, or share links. */
export const ITEM_KINDS = ['address', 'links'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** An http(s) address alone is fetched; an HTTP proxy is a share link, and has a user or a path of none. */
export function kindOf(body: string): ItemKind {
  return /^https?:\/\/\S+$/i.test(body) && URL.canParse(body) && new URL(body).username === '' ? 'address' : 'links'
}
