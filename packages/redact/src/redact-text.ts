/**
 * The scheme of an address on the web or of a file, whose parts are looked at below; or any other address behind its
 * scheme, which goes as a whole: with every protocol the engine reads more schemes, so none is listed. What is escaped
 * is someone's value. (No lookbehind: Safari before 16.4 would not read the script.)
 */
const ADDRESS = /((?:^|[^a-z0-9+.-])(?:https?|file):\/\/)|(?::|%(?:25){0,2}3a)(?:\/|\\\/|%(?:25){0,2}2f){2}\S*/gi
const USER_INFO = /(https?:\/\/)[^/?#\s]*@/gi
// What a router, or whoever stands before it, may read as a slash, a blank or a letter: full-width, or encoded any
// number of times. The text is walked through from slash to slash: one regex for all of it would be slow.
const SLASH = /[/\\／]|%(?:25)*(?:2f|5c|ef%(?:25)*bc%(?:25)*8f)/gi
const SLASH_HERE = /[/\\／]|%(?:25)*(?:2f|5c|ef%(?:25)*bc%(?:25)*8f)/iy
const BLANKS_HERE = /(?:[ \t\u3000+]|%(?:25)*(?:0[9ad]|20|c2%(?:25)*a0|e3%(?:25)*80%(?:25)*80))*/iy
const SUB_HERE = /(?:[sｓ]|%(?:25)*[57]3)(?:[uｕ]|%(?:25)*[57]5)(?:[bｂ]|%(?:25)*[46]2)/iy
const S_F_OR_T_HERE = /[sｓfｆtｔ]|%(?:25)*(?:[57][34]|[46]6)/iy
/** `/sub/free/…` is public. */
const TOKEN_HERE = /(?!free\/)[^?#\s]+/y
const PEM = /(-----BEGIN [A-Z ]+-----)[^-]*(?:-----END [A-Z ]+-----)?/g
/** A field whose value stands on the lines below, further in: its indent, its name. */
const BLOCK_SCALAR = /^([ \t]*(?:- +)*)["']?([\w.-]+)["']?[ \t]*:[ \t]*[|>][-+0-9]*[ \t]*(?:#.*)?$/
const BASE64 = /[\w+/-]{20,}={0,2}/g
const QUERY_VALUE = /([?&][^?=&#\s]{1,100}=)[^&#\s]*/g
/** Their values have spaces and semicolons: the rest of the line goes. */
const SECRET_HEADER = /\b(authorization|(?:set-)?cookie)(["']?\s*[:=]).*/gi
const SCHEME_TOKEN = /\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi
/** A short name counts only as a whole: `key`, and not `public-key`. */
const SECRET_FIELD =
  /((?:^|[^\w-])(?:auth|encryption|key|obfs|seed)|pass(?:code|phrase|wd|word)|psk|secret|token|uuid|user[-_]?name|auth[-_]?(?:bytes|key|str)|(?:pre[-_]?shared|private|user)[-_]?key|proto(?:col)?[-_]?param|tls-crypt)(["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;}]+)/gi

/** The same for further names. In one regex they would be slow. */
const OTHER_SECRET_FIELD =
  /((?:^|[^\w-])id|(?:^|[^a-z0-9])(?:pass|pwd)|api[-_]?key)(["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;}]+)/gi

/** The same text without what could be a secret: share links, user info, query values, tokens, fields that hold one. */
export function redactText(text: string): string {
  const addressed = withoutBlockScalars(text)
    .replace(ADDRESS, (_, web?: string) => web ?? '://…')
    .replace(USER_INFO, '$1…@')
  return withoutTokenPaths(addressed)
    .replace(PEM, '$1…')
    .replace(BASE64, (run) => (isEncodedText(run) ? '…' : run))
    .replace(QUERY_VALUE, '$1…')
    .replace(SECRET_HEADER, '$1$2 …')
    .replace(SCHEME_TOKEN, '$1 …')
    .replace(SECRET_FIELD, '$1$2…')
    .replace(OTHER_SECRET_FIELD, '$1$2…')
}

/** Whether what stands under a name opens a door: `password`, `auth_str` and `Authorization` yes, `publicKey` no. */
export function isSecretName(name: string): boolean {
  const field = `${name}=x`
  return [SECRET_FIELD, OTHER_SECRET_FIELD, SECRET_HEADER].some((pattern) => field.search(pattern) >= 0)
}

/** Our addresses with a token, `/sub/`, `/s/`, `/f/` and `/t/`: nothing behind that is logged. */
function withoutTokenPaths(text: string): string {
  let kept = ''
  let from = 0
  SLASH.lastIndex = 0
  for (let slash = SLASH.exec(text); slash; slash = SLASH.exec(text)) {
    const found = tokenPathAt(text, SLASH.lastIndex)
    if (!found) continue
    kept += `${text.slice(from, slash.index)}/${found.name}/…`
    from = SLASH.lastIndex = found.end
  }
  return kept + text.slice(from)
}

/** The path behind a slash, where it is one of ours: its name as it is spelled, and where it ends. */
function tokenPathAt(text: string, start: number): { name: string; end: number } | undefined {
  const begin = endOf(BLANKS_HERE, text, start) ?? start
  const behind = endOf(SUB_HERE, text, begin) ?? endOf(S_F_OR_T_HERE, text, begin)
  if (behind === undefined) return undefined
  const slash = endOf(SLASH_HERE, text, endOf(BLANKS_HERE, text, behind) ?? behind)
  const end = slash === undefined ? undefined : endOf(TOKEN_HERE, text, slash)
  return end === undefined ? undefined : { name: text.slice(begin, behind), end }
}

/** Where a sticky pattern that begins at a place ends. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Letters that tell text from what is base64 by chance: 15 chance bytes are all printable once in a million. */
const LETTERS_LOOKED_AT = 20

/** Whether text in base64, a list of links say, stands in a run of its letters, which a path may be too. */
function isEncodedText(run: string): boolean {
  const letters = run.replaceAll('-', '+').replaceAll('_', '/')
  return [letters, ...letters.split('/').slice(1)].some((part) => [0, 1, 2, 3].some((start) => isText(part, start)))
}

function isText(letters: string, start: number): boolean {
  const end = start + LETTERS_LOOKED_AT
  if (letters.length < end) return false
  for (let at = start; at < end; at += 4) {
    let bits = 0
    for (const letter of letters.slice(at, at + 4)) bits = (bits << 6) | BASE64_LETTERS.indexOf(letter)
    if (![bits >> 16, (bits >> 8) & 0xff, bits & 0xff].every(isPrintable)) return false
  }
  return true
}

/** Of ASCII; the `=` at the end gives no such byte. */
function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function withoutBlockScalars(text: string): string {
  if (!text.includes('\n')) return text
  /** How far in the name of the secret stands whose lines are left out. */
  let secretIndent: number | undefined
  const lines = text.split('\n').flatMap((line) => {
    const indent = line.length - line.trimStart().length
    if (secretIndent !== undefined && (indent > secretIndent || line.trim() === '')) return []
    const [, before = '', name] = BLOCK_SCALAR.exec(line) ?? []
    secretIndent = name !== undefined && isSecretName(name) ? before.length : undefined
    return secretIndent === undefined ? [line] : [`${before}${name}: …`]
  })
  return lines.join('\n')
}
