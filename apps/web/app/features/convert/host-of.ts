/** 'sub.example.com' of an address; the rest may hold a token. Nothing of what is no address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
