import type { Lang } from '@switchyard/convert/languages'

/**
 * What is said about one thing: one sentence, or several from the most to the least telling. The first one whose
 * `{places}` are all given is taken, so the last one stands without any.
 */
export type Words = string | readonly string[]

export type Args = Readonly<Record<string, string | number | undefined>>

const SHOWN_MAX = 200

/** What follows the name of a number of things in its place, as in the words of the page. */
const COUNT = ', number'

/** How a language writes numbers of things, and which of its forms goes with a number. */
interface Counting {
  written: (count: number) => string
  plural: Intl.PluralRules
  forms: readonly Intl.LDMLPluralRule[]
}

/** In the order in which the words give them. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
/** A smaller number has no groups of digits. */
const GROUPS_FROM = 1000
const countings = new Map<Lang, Counting>()

function countingIn(lang: Lang): Counting {
  const known = countings.get(lang)
  if (known) return known
  const plural = new Intl.PluralRules(lang)
  const { pluralCategories } = plural.resolvedOptions()
  const forms = PLURAL_FORMS.filter((form) => pluralCategories.includes(form))
  let numbers: Intl.NumberFormat | undefined
  // To begin with numbers takes Node 15 ms, and most messages of a short call have small ones.
  const written = (count: number) =>
    Number.isInteger(count) && count >= 0 && count < GROUPS_FROM
      ? String(count)
      : (numbers ??= new Intl.NumberFormat(lang)).format(count)
  const counting = { written, plural, forms }
  countings.set(lang, counting)
  return counting
}

/** Puts values into words: `Missing {field}` with `{ field: 'password' }` is `Missing password`. */
export function format(words: Words, args: Args, lang: Lang): string {
  if (typeof words === 'string') return fill(words, args, lang) ?? words
  for (const sentence of words) {
    const filled = fill(sentence, args, lang)
    if (filled !== undefined) return filled
  }
  return words.at(-1) ?? ''
}

/** Undefined when a value is missing. */
function fill(sentence: string, args: Args, lang: Lang): string | undefined {
  let text = ''
  let from = 0
  for (;;) {
    const open = sentence.indexOf('{', from)
    const close = open < 0 ? -1 : sentence.indexOf('}', open)
    if (close < 0) return text + spacing(text, sentence.slice(from)) + sentence.slice(from)
    const value = valueOf(sentence.slice(open + 1, close), args, lang)
    if (value === undefined || value === '') return undefined
    const before = sentence.slice(from, open)
    text += spacing(text, before) + before
    const shown = showable(String(value))
    text += spacing(text, shown) + shown
    from = close + 1
  }
}

/**
 * `field` is a value; `n, number` is a number of things, as the language writes it; `n|node|nodes` is the word that goes
 * with the number `n`: one for each plural form that the language has, in the order of `PLURAL_FORMS`.
 */
function valueOf(place: string, args: Args, lang: Lang): string | number | undefined {
  const [name = '', ...forms] = place.split('|')
  const isCount = name.endsWith(COUNT)
  const key = isCount ? name.slice(0, -COUNT.length) : name
  const value = Object.hasOwn(args, key) ? args[key] : undefined
  if (value === undefined) return undefined
  const counting = countingIn(lang)
  if (isCount && Number.isFinite(Number(value))) return counting.written(Number(value))
  return forms.length === 0 ? value : forms[counting.forms.indexOf(counting.plural.select(Number(value)))]
}

/** A space between Han and Latin, as our own strings have it everywhere. */
function spacing(left: string, right: string): string {
  const a = left.charCodeAt(left.length - 1)
  const b = right.charCodeAt(0)
  return (isHan(a) && isLatin(b)) || (isLatin(a) && isHan(b)) ? ' ' : ''
}

function isHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff
}

function isLatin(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/**
 * A value from someone else's text as it may stand in a message: one line, no control characters (a terminal obeys
 * them), and of addresses and share links only what holds no secret.
 */
export function showable(value: string): string {
  let text = ''
  let count = 0
  for (const character of value) {
    if (++count > SHOWN_MAX) return `${withoutSecrets(text)}…`
    text += isHidden(character.codePointAt(0)!) ? '\u{fffd}' : character
  }
  return withoutSecrets(text)
}

function isHidden(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  if (code === 0x2028 || code === 0x2029 || code === 0xfeff) return true
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || (code >= 0xd800 && code <= 0xdfff)
}

/** `https://example.com/sub?token=x` shows as `https://example.com/…`, `vless://…` of a share link. */
function withoutSecrets(text: string): string {
  let shown = ''
  let from = 0
  for (;;) {
    const colon = text.indexOf('://', from)
    if (colon < 0) return shown + text.slice(from)
    let end = colon + 3
    while (end < text.length && !isBorder(text.charCodeAt(end))) end++
    const isWeb =
      text.slice(0, colon).toLowerCase().endsWith('http') || text.slice(0, colon).toLowerCase().endsWith('https')
    shown += text.slice(from, colon + 3) + (isWeb ? hostOf(text.slice(colon + 3, end)) : end > colon + 3 ? '…' : '')
    from = end
  }
}

/** What ends an address inside a text: a blank, a quote. */
function isBorder(code: number): boolean {
  return code <= 32 || code === 34 || code === 39 || code === 0x201c || code === 0x201d
}

/** Host and port of what follows `https://`; the rest may hold a token. */
function hostOf(rest: string): string {
  let end = 0
  while (end < rest.length && !'/?#\\'.includes(rest[end]!)) end++
  const authority = rest.slice(0, end)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return rest.length > end + 1 || host !== authority ? `${host}/…` : host
}
