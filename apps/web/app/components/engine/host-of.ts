/** 'sub.example.com' of an address; the rest may hold a token. Nothing of what is no address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** Whether a text is an address that can be fetched at all. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Whether our policy forbids a request because it goes over http. Requests to our own site may. */
export function isPlainHttp(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'http:' && origin !== globalThis.location?.origin
}
