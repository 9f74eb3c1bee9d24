/**
 * Links that a mail program broke over several lines. The first half may read as a node of its own (`…&secu` + `rity=tls`
 * is one without TLS), so a line behind a link is looked at before the link is read.
 */

/** Lines that one link is put together from at most: 76 characters each, a link of 1,500. */
export const MOST_LINES = 20
/** Characters of a link that is put together. */
export const MOST_LENGTH = 16_384

/** Whether a line may be the rest of a link: no blank and nothing else before its name, which may hold anything. */
export function mayBeRest(line: string): boolean {
  return REST.test(line) && !line.includes('://')
}

/** Of a link, from anywhere in it, up to the `#`: no other link, no bracket or quote that opens a document, no comment. */
const REST = /^(?![-<["'{#;`]|\/\/)[!-"$-~]+(?:#|$)/

/**
 * Whether a line is surely the rest of a link that can be read without it: it goes on with the parameter that the link
 * breaks off in, and then has another one or a name. Below a blank line a name alone is too little: `News#1` is prose.
 */
export function isSurelyRest(link: string, rest: string, isBelowBlank: boolean): boolean {
  const question = link.indexOf('?')
  if (question < 0) return !isBelowBlank && /\?[\w.-]+=|#\S|@./.test(rest)
  const parameter = link.slice(Math.max(question, link.lastIndexOf('&')) + 1)
  // `&secu` + `rity=tls`, and `&` + `security=tls`.
  if (!parameter.includes('=')) return /^[\w.%-]*=[^=]/.test(rest)
  // `&sni=exam` + `ple.com&type=ws`.
  return isBelowBlank ? /^[^=&#]*={0,2}&[\w.%-]+=/.test(rest) : /^[^=&#]*={0,2}(?:&[\w.%-]+=|#\S)/.test(rest)
}
