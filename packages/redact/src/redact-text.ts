/**
 * The scheme of an address on the web or of a file, whose parts are looked at below; or any other address behind its
 * scheme, which goes as a whole: with every protocol the engine reads more schemes, so none is listed. What is escaped
 * is someone's value. (No lookbehind: Safari before 16.4 would not read the script.)
 */
const ADDRESS = /((?:^|[^a-z0-9+.-])(?:https?|file):\/\/)|(?::|%(?:25){0,2}3a)(?:\/|\\\/|%(?:25){0,2}2f){2}\S*/gi
const USER_INFO = /(https?:\/\/)[^/?#\s]*@/gi
/** In any spelling that a router, or whoever stands before it, may read as one of ours. */
const TOKEN_PATH = /(?:\/|%2f)(sub|s|f)(?:\/|%2f)+(?!free\/)[^/?#\s]+/gi
const QUERY_VALUE = /([?&][^?=&#\s]{1,100}=)[^&#\s]*/g
/** Their values have spaces and semicolons: the rest of the line goes. */
const SECRET_HEADER = /\b(authorization|(?:set-)?cookie)(["']?\s*[:=]).*/gi
const SCHEME_TOKEN = /\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi
/** A short name counts only as a whole: `key`, and not `public-key`. */
const SECRET_FIELD =
  /((?:^|[^\w-])(?:auth|encryption|key|obfs|seed)|x-pass|pass(?:code|phrase|wd|word)|psk|secret|token|uuid|user[-_]?name|auth[-_]?(?:bytes|key|str)|(?:pre[-_]?shared|private|user)[-_]?key|proto(?:col)?[-_]?param|tls-crypt)(["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;}]+)/gi

/** The same text without what could be a secret: share links, user info, query values, tokens, fields that hold one. */
export function redactText(text: string): string {
  return text
    .replace(ADDRESS, (_, web?: string) => web ?? '://…')
    .replace(USER_INFO, '$1…@')
    .replace(TOKEN_PATH, '/$1/…')
    .replace(QUERY_VALUE, '$1…')
    .replace(SECRET_HEADER, '$1$2 …')
    .replace(SCHEME_TOKEN, '$1 …')
    .replace(SECRET_FIELD, '$1$2…')
}

/** Whether what stands under a name opens a door: `password`, `auth_str` and `Authorization` yes, `publicKey` no. */
export function isSecretName(name: string): boolean {
  const field = `${name}=x`
  return field.search(SECRET_FIELD) >= 0 || field.search(SECRET_HEADER) >= 0
}
