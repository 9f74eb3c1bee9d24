import { base64Text } from '../values/base64-text.ts'
import { tidyName } from './tidy-name.ts'

/** What a share link says of its node although no node could be read of it. */
export interface BrokenLink {
  /** In lower case. */
  scheme: string
  /** '' = it gives none. */
  name: string
}

const MASK = '••••'
const LINK = /^([a-z][a-z\d+.-]{0,23}):\/\/([^\s#]+)(?:#(.*))?$/i

/** Whether a text begins like a share link: `scheme://`. */
export const isLink = (text: string): boolean => /^\s*[a-z][\w+.-]*:\/\//i.test(text)

/** Undefined where the line is no link. The name comes from elsewhere: it is cleaned like that of a node. */
export function brokenLink(line: string): BrokenLink | undefined {
  const [, scheme, body = '', fragment = ''] = LINK.exec(line.trim()) ?? []
  if (scheme === undefined) return undefined
  return { scheme: scheme.toLowerCase(), name: tidyName(percentDecoded(fragment)) || tidyName(nameInJson(body)) }
}

/** What is no encoding stays as it stands. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (letters) => {
    try {
      return decodeURIComponent(letters)
    } catch {
      return letters
    }
  })
}

/** vmess links are JSON in Base64, and `ps` is the name in it. */
function nameInJson(body: string): string {
  if (!body.startsWith('eyJ') && !body.startsWith('ew')) return ''
  try {
    const value: unknown = JSON.parse(base64Text(body))
    const name: unknown = Object(value).ps
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

const START_LETTERS = 4

/** How a share link begins, for people: what could be secret in it is masked. Undefined where the line is no link. */
export function linkStart(line: string): string | undefined {
  const [, scheme, body = ''] = LINK.exec(line.trim()) ?? []
  if (scheme === undefined) return undefined
  const [, server] = /^[^/?]*@([^/?@]+)/.exec(body) ?? []
  const shown = server === undefined ? `${readableStart(body)}${MASK}` : `${MASK}@${server}`
  return `${scheme.toLowerCase()}://${tidyName(shown)}`
}

/** Short words with spaces between them. A password or a UUID is one word. */
const FEW_WORDS = /^[\p{L}\p{N}]{1,16}(?: [\p{L}\p{N}]{1,16}){1,5}$/u

/**
 * The start of a line without a name, to show it to people. A link has its secrets masked. A few short words are shown
 * as they are. Any other line may hold a secret: undefined.
 */
export function lineStart(line: string): string | undefined {
  const text = line.trim()
  return linkStart(text) ?? (FEW_WORDS.test(text) ? tidyName(text) : undefined)
}

/** A few letters of what is text in Base64: they tell two such links apart. Any other text may begin with a secret. */
function readableStart(body: string): string {
  try {
    return /^[\x20-\x7e]{8,}$/.test(base64Text(body)) ? body.slice(0, START_LETTERS) : ''
  } catch {
    return ''
  }
}
