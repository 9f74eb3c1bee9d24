/** Domain names of rules: checked label by label, international ones written in punycode. */

export type DomainIssue = 'domain-empty' | 'domain-space' | 'domain-wildcard' | 'domain-label' | 'domain-length'

const LABEL_MAX = 63
const DOMAIN_MAX = 253
const DOT = 46

/**
 * Says what is wrong with an ASCII domain: labels of 1 to 63 letters, digits, hyphens and underscores. With `lenient`,
 * as lists are read, a label may begin or end with a hyphen: such names exist and every client takes them.
 */
export function domainIssue(domain: string, lenient = false): DomainIssue | undefined {
  if (domain === '') return 'domain-empty'
  if (domain.length > DOMAIN_MAX) return 'domain-length'
  let start = 0
  let odd = false
  for (let i = 0; i <= domain.length; i++) {
    const code = i === domain.length ? DOT : domain.charCodeAt(i)
    if (code === DOT) {
      if (!isLabel(domain, start, i, lenient)) odd = true
      start = i + 1
    } else if (!isNameCharacter(code)) {
      if (isSpace(code)) return 'domain-space'
      if (code === 42 || code === 43 || code === 63) return 'domain-wildcard'
      odd = true
    }
  }
  return odd ? 'domain-label' : undefined
}

function isLabel(domain: string, start: number, end: number, lenient: boolean): boolean {
  if (end === start || end - start > LABEL_MAX) return false
  return lenient || (domain.charCodeAt(start) !== 45 && domain.charCodeAt(end - 1) !== 45)
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 95 ||
    (code >= 65 && code <= 90)
  )
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000
}

/** Whether every character is ASCII. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** Writes an international name in ASCII: `例子.com` is `xn--fsqu00a.com`; undefined where it is no name. */
export function toAsciiDomain(domain: string): string | undefined {
  if (domain.length > DOMAIN_MAX || FORBIDDEN.test(domain)) return undefined
  try {
    const { hostname } = new URL(`http://${domain}`)
    return hostname.startsWith('[') || domainIssue(hostname) !== undefined ? undefined : hostname
  } catch {
    return undefined
  }
}

/** A host name (or several, by commas) in ASCII; one that has no such form as it stands. */
export function asciiName(text: string): string {
  if (isAscii(text)) return text
  const names = text.split(',').map((name) => toAsciiDomain(name.trim()) ?? name)
  return names.join(',')
}

/** What would end the host of an address, or be decoded inside it. */
const FORBIDDEN = /[\s/\\?#@:%[\]<>^|]/
