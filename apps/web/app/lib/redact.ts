const SHARE_LINK =
  /\b(vmess|vless|trojan(-go)?|ss|ssr|ssd|hysteria2?|hy2?|tuic|anytls|wireguard|wg|snell|socks5?|mierus?)(?::|%3a)(?:\/|%2f){2}\S+/gi
const TOKEN_PATH = /\/(sub|s|f)\/(?!free\/)[^/?#\s]+/g
const QUERY_VALUE = /([?&][^?=&#\s]{1,100}=)[^?&#\s]*/g
const USER_INFO = /(\bhttps?:\/\/)[^/@\s]+@/gi
const BEARER = /\b(bearer|token|basic)\s+[\w.~+/=-]{8,}/gi

/** The same text without what could be a secret: query values, tokens in paths, user info, share links. */
export function redactText(text: string): string {
  return text
    .replace(SHARE_LINK, '$1://…')
    .replace(USER_INFO, '$1…@')
    .replace(TOKEN_PATH, '/$1/…')
    .replace(QUERY_VALUE, '$1…')
    .replace(BEARER, '$1 …')
}

/** An address without fragment and without the values of its query. */
export function redactUrl(url: string): string {
  return redactText(url.replace(/#.*$/s, ''))
}
