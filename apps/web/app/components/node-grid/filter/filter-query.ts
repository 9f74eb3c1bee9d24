import { ownValue } from '@switchyard/recipe/model'

/**
 * The grammar of the filter box: `proto:vless,trojan region:JP tls:reality src:"airport 1" -name:过期 /HK|香港/`.
 * Terms are ANDed; several values of a facet are ORed; a `-` in front turns a term around.
 */

const FACETS = ['proto', 'region', 'tls', 'src', 'net'] as const
export type FacetKey = (typeof FACETS)[number]
export type TermKey = FacetKey | 'name' | 'server' | 'port' | 'is' | 'any'

export interface Term {
  key: TermKey
  negative: boolean
  /** Lower case; one of them has to fit. */
  values: readonly string[]
  /** In place of values. */
  pattern?: string
  /** Where it stands in the text. */
  start: number
  end: number
}

/** Words after `is:`. */
export const ROW_FLAGS = [
  'output',
  'to-fetch',
  'skipped',
  'deleted',
  'problem',
  'doubtful',
  'duplicate',
  'renamed',
  'excluded',
  'refused',
  'disabled',
  'new',
  'info',
] as const
export type RowFlag = (typeof ROW_FLAGS)[number]

/** The flags that a button writes into the box. */
export const SPELLED_FLAGS = [
  'output',
  'duplicate',
  'excluded',
  'disabled',
  'deleted',
  'refused',
  'to-fetch',
  'skipped',
  'problem',
  'doubtful',
] as const satisfies readonly RowFlag[]
export type SpelledFlag = (typeof SPELLED_FLAGS)[number]
/** The keys and flags that a button writes into the box. Each has a word in the language of the page. */
export const SPELLED = ['is', 'region', 'proto', 'src', ...SPELLED_FLAGS] as const
/** The words for keys and flags. A key or flag without a word is written in English. */
export type Spelling = Readonly<Partial<Record<string, string>>>

const isSpelledFlag = (value: string | undefined) => SPELLED_FLAGS.some((one) => one === value)

/** A term of one state, as a button writes it. */
const isStateTerm = ({ key, negative, values }: Term) =>
  key === 'is' && !negative && values.length === 1 && isSpelledFlag(values[0])

/** The states that a text begins with, where they end, and what follows them. The box shows such states as chips. */
export function leadingStates(text: string): { states: readonly SpelledFlag[]; end: number; rest: string } {
  const terms = parseFilter(text)
  const other = terms.findIndex((term) => !isStateTerm(term))
  const leading = other < 0 ? terms : terms.slice(0, other)
  const end = leading.at(-1)?.end ?? 0
  const states = leading.flatMap(({ values }) => SPELLED_FLAGS.find((flag) => flag === values[0]) ?? [])
  return { states, end, rest: text.slice(end).trimStart() }
}

/** Whether all rows that fit the terms have one state. A press on the track writes such a term. */
export function isOneState(terms: readonly Term[]): boolean {
  return terms.some((term) => isStateTerm(term) && term.values[0] !== 'problem')
}

export const FILTER_MAX = 1000
const TERMS_MAX = 50

const KEYS: Readonly<Record<string, TermKey>> = {
  proto: 'proto',
  protocol: 'proto',
  type: 'proto',
  协议: 'proto',
  region: 'region',
  地区: 'region',
  tls: 'tls',
  security: 'tls',
  src: 'src',
  source: 'src',
  来源: 'src',
  net: 'net',
  transport: 'net',
  传输: 'net',
  name: 'name',
  名称: 'name',
  server: 'server',
  host: 'server',
  服务器: 'server',
  port: 'port',
  端口: 'port',
  is: 'is',
  状态: 'is',
}

const VALUE_NAMES: Readonly<Partial<Record<TermKey, Readonly<Record<string, string>>>>> = {
  proto: {
    shadowsocks: 'ss',
    shadowsocksr: 'ssr',
    hy2: 'hysteria2',
    hy: 'hysteria',
    wg: 'wireguard',
    socks: 'socks5',
    https: 'http',
  },
  tls: { none: 'off', no: 'off', 无: 'off', yes: 'on', any: 'on', 有: 'on' },
  net: { raw: 'tcp' },
  is: {
    dup: 'duplicate',
    issues: 'problem',
    off: 'disabled',
    'left-out': 'refused',
    输出: 'output',
    待获取: 'to-fetch',
    跳过: 'skipped',
    已删除: 'deleted',
    删除: 'deleted',
    问题: 'problem',
    存疑: 'doubtful',
    重复: 'duplicate',
    改名: 'renamed',
    排除: 'excluded',
    略去: 'refused',
    拒绝: 'refused',
    停用: 'disabled',
    新增: 'new',
    信息: 'info',
    提示: 'info',
  },
}

/** The terms of a text. It never fails: what is no term is a word to look for. */
export function parseFilter(given: string): Term[] {
  const text = given.slice(0, FILTER_MAX)
  const terms: Term[] = []
  let at = 0
  while (terms.length < TERMS_MAX) {
    while (at < text.length && isBlank(text[at]!)) at++
    if (at >= text.length) break
    const { term, end } = readTerm(text, at)
    if (term) terms.push(term)
    at = end
  }
  return terms
}

function readTerm(text: string, start: number): { term?: Term; end: number } {
  const negative = text[start] === '-' && start + 1 < text.length && !isBlank(text[start + 1]!)
  let at = negative ? start + 1 : start
  let key: TermKey = 'any'
  const colon = keyEnd(text, at)
  if (colon > at) {
    const named = ownValue(KEYS, text.slice(at, colon).toLowerCase())
    if (named) {
      key = named
      at = colon + 1
    }
  }
  if (text[at] === '/') {
    const { pattern, end } = readPattern(text, at)
    return pattern ? { term: { key, negative, values: [], pattern, start, end }, end } : { end }
  }
  const { values, end } = readValues(text, at, key)
  return values.length > 0 ? { term: { key, negative, values, start, end }, end } : { end: Math.max(end, start + 1) }
}

/** Place of the colon that ends a key, or -1. */
function keyEnd(text: string, start: number): number {
  for (let at = start; at < text.length && at - start < 12; at++) {
    if (text[at] === ':' || text[at] === '：') return at
    if (isBlank(text[at]!) || text[at] === '"' || text[at] === '/') return -1
  }
  return -1
}

/** `/a\/b/`; without its end, all that is left: a pattern works while it is typed. */
function readPattern(text: string, start: number): { pattern: string; end: number } {
  let pattern = ''
  let at = start + 1
  for (; at < text.length && text[at] !== '/'; at++) {
    if (text[at] === '\\' && at + 1 < text.length) {
      pattern += text[at + 1] === '/' ? '/' : text.slice(at, at + 2)
      at++
    } else pattern += text[at]
  }
  return { pattern, end: Math.min(at + 1, text.length) }
}

function readValues(text: string, start: number, key: TermKey): { values: string[]; end: number } {
  const values: string[] = []
  let value = ''
  let at = start
  const close = () => {
    const plain = value.toLowerCase()
    if (plain !== '') values.push(ownValue(VALUE_NAMES[key] ?? {}, plain) ?? plain)
    value = ''
  }
  for (; at < text.length && !isBlank(text[at]!); at++) {
    if (text[at] === '"') {
      const end = text.indexOf('"', at + 1)
      value += text.slice(at + 1, end < 0 ? text.length : end)
      at = end < 0 ? text.length : end
    } else if (key !== 'any' && (text[at] === ',' || text[at] === '，')) close()
    else value += text[at]
  }
  close()
  return { values, end: Math.min(at, text.length) }
}

/**
 * Whether all that fits `next` fits `before` as well, as it does while a word is typed: what was found for `before` is
 * then all that has to be searched. False where that cannot be told.
 */
export function isNarrower(next: readonly Term[], before: readonly Term[]): boolean {
  if (next.length < before.length || !before.every((term, at) => isNarrowerTerm(next[at]!, term))) return false
  // A second value of a facet is one more way to fit.
  const asked = new Set(before.filter(({ negative }) => !negative).map(({ key }) => key))
  return next.slice(before.length).every(({ key, negative }) => negative || !isFacet(key) || !asked.has(key))
}

function isNarrowerTerm(next: Term, before: Term): boolean {
  // What runs patterns may come later: until then they find nothing.
  if (next.pattern !== undefined || before.pattern !== undefined) return false
  if (next.key !== before.key || next.negative !== before.negative || next.values.length !== before.values.length)
    return false
  if (next.values.every((value, at) => value === before.values[at])) return true
  const isWord = next.key === 'any' || next.key === 'name' || next.key === 'server'
  return isWord && !next.negative && next.values.length === 1 && next.values[0]!.includes(before.values[0]!)
}

/** Whether rows have one value of it, of which several may be asked for. */
export function isFacet(key: TermKey): key is FacetKey {
  return FACETS.some((facet) => facet === key)
}

/** Whether a chip is pressed: the facet is asked for with this value. */
export function hasFacet(terms: readonly Term[], key: TermKey, value: string): boolean {
  const wanted = value.toLowerCase()
  return terms.some((term) => term.key === key && !term.negative && term.values.includes(wanted))
}

/** The text after a chip was pressed: `proto:vless` and trojan give `proto:vless,trojan`; pressed again, it goes. */
export function toggleFacet(text: string, key: TermKey, value: string, spelling: Spelling = {}): string {
  const wanted = value.toLowerCase()
  const terms = parseFilter(text)
  if (hasFacet(terms, key, wanted)) {
    let out = text
    for (const term of terms.toReversed()) {
      if (term.key !== key || term.negative || !term.values.includes(wanted)) continue
      const left = term.values.filter((each) => each !== wanted)
      out = out.slice(0, term.start) + (left.length > 0 ? spellTerm(key, left, spelling) : '') + out.slice(term.end)
    }
    return tidy(out)
  }
  // Flags narrow each other down, so each is a term of its own.
  const same = key === 'is' ? undefined : terms.find((term) => term.key === key && !term.negative && !term.pattern)
  if (same) return text.slice(0, same.start) + spellTerm(key, [...same.values, wanted], spelling) + text.slice(same.end)
  const spelled = spellTerm(key, [wanted], spelling)
  // Before the rest: an open pattern takes all that follows it. States come first of all.
  const { end, rest } = leadingStates(text)
  return tidy(key === 'is' ? `${spelled} ${text}` : `${text.slice(0, end)} ${spelled} ${rest}`)
}

/** The text with this state in place of those at its head, or without a state. The rest of the text stays. */
export function withState(text: string, state: SpelledFlag | undefined, spelling: Spelling = {}): string {
  const { rest } = leadingStates(text)
  return tidy(state === undefined ? rest : `${spellTerm('is', [state], spelling)} ${rest}`)
}

function spellTerm(key: TermKey, values: readonly string[], spelling: Spelling): string {
  const words = key === 'is' ? values.map((value) => spelling[value] ?? value) : values
  const quoted = words.map((word) => (/[\s,，"/]/.test(word) ? `"${word.replaceAll('"', '')}"` : word))
  return `${spelling[key] ?? key}:${quoted.join(',')}`
}

function tidy(text: string): string {
  return text.replace(/ {2,}/g, ' ').trim()
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === '\u3000'
}
