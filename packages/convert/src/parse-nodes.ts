import {
  type NodeIssue,
  NodeIssues,
  type Issue,
  type IssueArgs,
  type IssueCode,
  ISSUE_SEVERITY,
  issueOf,
} from './model/issue.ts'
import { MOST_LENGTH, MOST_LINES, isSurelyRest, mayBeRest } from './link/broken-link.ts'
import { barerLink, isSeparator, linksInLine, type SchemeKind } from './link/links-in-line.ts'
import { forgetLinks } from './link/query.ts'
import { importIssue, subscriptionAddress } from './link/subscription-address.ts'
import { telegramProxy } from './link/telegram-proxy.ts'
import { cleanName } from './nodes/clean-name.ts'
import { BATCH, kindByKind } from './nodes/kind-by-kind.ts'
import { Fields } from './nodes/fields.ts'
import { type NodeList, isConfig, nodeListOf, readItem } from './formats/documents.ts'
import type { ListItem } from './formats/entry-format.ts'
import { answerMessage, pageMessage, plainMessage } from './nodes/server-message.ts'
import { readSsd, shadowsocksServer } from './formats/sip008.ts'
import { readSubscriptionInfo } from './nodes/subscription-info.ts'
import { readSurgeLine } from './formats/surge-line.ts'
import { type AnyProtocol, findProtocolByMihomoType, findProtocolByScheme, type ProxyNode } from './protocols/index.ts'

import { wireguardOfConf } from './protocols/wireguard.ts'
import type { SubscriptionInfo } from './model/report.ts'
import { base64Decode, cleanedLength } from './text/base64.ts'
import { readJsonAt } from './text/json.ts'
import {
  Finder,
  LineIndex,
  countLines,
  isBase64Span,
  isBlankCode,
  lineEnd,
  schemeEnd,
  skipBlanks,
  trimBlanks,
} from './text/lines.ts'
import { wrappedText } from './text/wrapped-text.ts'
import { readWireguardConf } from './text/wireguard-conf.ts'
import { type YamlDocument, type YamlIssue, type YamlText, readYaml } from './text/yaml.ts'
import { findIssuePlace } from './text/yaml-issue-place.ts'
import { isRecord } from './text/record.ts'

/** One entry that became a node. */
export interface ParsedNode {
  node: ProxyNode
  /** The share link it came from, when it names this node alone. */
  link?: string
  /** Physical line in the text as given, from 1. */
  line: number
  /** Line inside a decoded body, from 1. */
  inner?: number
  /** What reading it found out; the node is kept. */
  issues: readonly NodeIssue[]
}

/** One entry that did not. */
export interface FailedEntry {
  node?: undefined
  line: number
  inner?: number
  issues: Issue[]
}

export type ParsedEntry = ParsedNode | FailedEntry

export interface ParsedCounts {
  /** `entries = nodes + skipped + comments`. */
  entries: number
  comments: number
  skipped: number
  /** Traffic and expiry, where the text tells them. */
  subscription?: SubscriptionInfo
}

export interface ParsedText extends ParsedCounts {
  nodes: ParsedNode[]
  /** Of the skipped entries; what was found out about a node stands with it. */
  issues: Issue[]
}

export interface ParseOptions {
  /** Name of the source, for the issues. */
  source?: string
  /** Characters of the text at most; default 64 Mi. */
  maxLength?: number
  /** Default 200,000. */
  maxNodes?: number
}

const MAX_LENGTH = 64 * 1024 * 1024
const MAX_NODES = 200_000
const MAX_DECODES = 2
/** Values that a YAML text may hold for every node allowed (docs/security.md, "Sizes"). */
const VALUES_PER_NODE = 25
const MAX_FIELD = 4096
const MAX_LONG_FIELD = 65536
/** PEM texts, xhttp's `extra`, ECH configs. */
const LONG_FIELDS: ReadonlySet<string> = new Set([
  'certificate',
  'privateKey',
  'extra',
  'ech',
  'config',
  'ca',
  'caStr',
  'ca-str',
  'private-key',
])
const MAX_BROKEN_YAML = 1000
/** Each may be looked through to the end of the text. */
const MAX_BROKEN_MEMBERS = 20
const MAX_CONFIG_LINE = 8192
/** What the first bytes of a gzip file (RFC 1952) become where they are read as text. */
const PACKED = '\u001f\ufffd\b'
const NO_ISSUES: readonly NodeIssue[] = []

/** Reads any text that names nodes: links, base64, Clash and mihomo, sing-box, Xray, SIP008, ssd, .conf, Surge; also mixed. */
export function parseNodes(text: string, options: ParseOptions = {}): ParsedText {
  const nodes: ParsedNode[] = []
  const issues: Issue[] = []
  const counts = parseEntries(text, options, (entry) => {
    if (entry.node !== undefined) nodes.push(entry)
    else for (const issue of entry.issues) issues.push(issue)
  })
  return { ...counts, nodes, issues }
}

/** The same, entry by entry in the order of the text, broken ones included; comments are only counted. */
export function parseEntries(text: string, options: ParseOptions, take: (entry: ParsedEntry) => void): ParsedCounts {
  const reader = new Reader(options, take)
  reader.read(text)
  reader.finish()
  forgetLinks()
  return reader.counts
}

/** Reads the link of one entry again and gives its node. Callers keep the text of a link in place of its node. */
export function readLink(link: string): ProxyNode | undefined {
  let node: ProxyNode | undefined
  const reader = new Reader({}, (entry) => {
    node = entry.node
  })
  reader.link(link, 0, link.length, link.indexOf('://'))
  reader.finish()
  return node
}

const QUOTE = 0x22
const HASH = 0x23
const COMMA = 0x2c
const SEMICOLON = 0x3b
const SLASH = 0x2f
const DASH = 0x2d
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const BACKTICK = 0x60
const LESS_THAN = 0x3c

/** A link of a known protocol that waits for others of its kind. */
interface WaitingLink {
  protocol: AnyProtocol
  link: string
  /** Length of the scheme in front of `://`. */
  colon: number
  line: number
  inner: number | undefined
  /** What was read; `link` is then what it was read from. */
  read: ProxyNode | ProxyNode[] | undefined
  issues: readonly NodeIssue[]
}

class Reader {
  readonly counts: ParsedCounts = { entries: 0, comments: 0, skipped: 0 }
  readonly #source: string | undefined
  readonly #take: (entry: ParsedEntry) => void
  readonly #maxLength: number
  readonly #maxNodes: number
  readonly #issues = new NodeIssues()
  /** Those of waiting links: what stands in `#issues` belongs to the entry at hand. */
  readonly #linkIssues = new NodeIssues()
  #waiting: WaitingLink[] = []
  #nodes = 0
  #brokenYaml = 0
  #isFull = false
  /** Line of the entry at hand, in the text as given and in the decoded body. */
  #line = 0
  #inner: number | undefined

  constructor(
    { source, maxLength = MAX_LENGTH, maxNodes = MAX_NODES }: ParseOptions,
    take: (entry: ParsedEntry) => void,
  ) {
    this.#source = source
    this.#maxLength = maxLength
    this.#maxNodes = maxNodes
    this.#take = take
  }

  read(given: string): void {
    this.#line = 1
    if (given.length > this.#maxLength) {
      this.#fail('too-large', undefined, { limit: `${Math.round(this.#maxLength / 1024 / 1024)} MB` })
      return
    }
    if (given.startsWith(PACKED))
      return this.fail('bad-base64', undefined, { n: cleanedLength(given), reason: 'packed' })
    const message = plainMessage(given)
    if (message !== undefined) return this.fail('server-message', undefined, { text: message })
    // Lines that end in CR alone.
    const text = given.includes('\r') && !given.includes('\n') ? given.replaceAll('\r', '\n') : given
    new TextReader(this, text, 0, undefined).read()
  }

  get issues(): NodeIssues {
    return this.#issues
  }

  place(line: number, inner: number | undefined): void {
    this.#line = line
    this.#inner = inner
  }

  comment(): void {
    this.counts.entries++
    this.counts.comments++
  }

  subscription(told: SubscriptionInfo | undefined): void {
    this.counts.subscription ??= told
  }

  /** A link at its place; `colon` is that of its `://`. */
  link(text: string, start: number, end: number, colon: number): void {
    let scheme = schemeAt(text, start, colon)
    let link = text.slice(start, end)
    if (hasUpperCase(scheme)) {
      scheme = scheme.toLowerCase()
      link = scheme + text.slice(colon, end)
    }
    const protocol = findProtocolByScheme(scheme)
    if (isAddressScheme(scheme)) {
      if (!hasUserInfo(link)) return this.#strange(link, scheme)
    } else if (scheme === 'ssd') return this.#ssd(link)
    if (protocol === undefined) return this.#strange(link, scheme)
    this.#waiting.push({
      protocol, link, colon: scheme.length, line: this.#line, inner: this.#inner, read: undefined, issues: NO_ISSUES,
    }) // oxfmt-ignore
    if (this.#waiting.length >= BATCH) this.finish()
  }

  /** Reads the links that wait, and hands them over in the order of the text. Every other entry comes after them. */
  finish(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    kindByKind(waiting, protocolOfLink, (one) => this.#readLink(one))
    const line = this.#line
    const inner = this.#inner
    for (const one of waiting) {
      this.place(one.line, one.inner)
      this.#taken(one.read, one.link, one.issues)
    }
    this.place(line, inner)
  }

  /** Reads a link as it stands, else without what stands behind it. */
  #readLink(one: WaitingLink): void {
    const issues = this.#linkIssues
    const { protocol, link } = one
    one.read = protocol.fromLink(link, issues)
    if (!issues.isEmpty) one.issues = issues.take()
    if (one.read !== undefined) return
    const bare = barerLink(link, one.colon)
    if (bare === undefined) return
    const read = protocol.fromLink(bare, issues)
    const found = issues.take()
    if (read !== undefined) Object.assign(one, { read, link: bare, issues: found })
  }

  /** A link of no protocol: one of Telegram's, an address to fetch, or one that asks a client to fetch it. */
  #strange(link: string, scheme: string): void {
    const telegram = telegramProxy(link)
    if (telegram?.kind === 'mtproto') this.fail('unsupported-scheme', undefined, { scheme: 'MTProto (Telegram)' })
    else if (telegram !== undefined) this.link(telegram.link, 0, telegram.link.length, telegram.link.indexOf('://'))
    else if (subscriptionAddress(link) !== undefined) this.fail('needs-fetch')
    else this.#noAddress(link, scheme)
  }

  /** A link that gives neither a node nor an address. */
  #noAddress(link: string, scheme: string): void {
    const mistake = importIssue(link)
    if (mistake === undefined) this.fail('unsupported-scheme', undefined, { scheme })
    else if (mistake.code === 'bad-base64') this.fail('bad-base64', undefined, { n: cleanedLength(mistake.text) })
    else this.fail(mistake.code, 'url')
  }

  /** Whether a link gives a node. */
  canRead(link: string, colon: number): boolean {
    const protocol = findProtocolByScheme(link.slice(0, colon).toLowerCase())
    const read = protocol?.fromLink(link, this.#issues)
    this.#issues.take()
    return read !== undefined
  }

  /** The links of a line, whatever is around them; false when there is none. Each is an entry. */
  links(text: string, start: number, end: number, onlyNodes = false): boolean {
    const line = text.slice(start, end).replaceAll('&amp;', '&')
    const all = linksInLine(line, 0, line.length, kindOfScheme)
    const links = onlyNodes ? all.filter(({ kind }) => kind === 'node') : all
    for (const link of links) this.link(line, link.start, link.end, link.colon)
    return links.length > 0
  }

  /** What reading an entry gave. Several nodes are as many entries; without one it is skipped. */
  take(read: ProxyNode | ProxyNode[] | undefined, link: string | undefined): void {
    this.finish()
    this.#taken(read, link, this.#issues.isEmpty ? NO_ISSUES : this.#issues.take())
  }

  #taken(read: ProxyNode | ProxyNode[] | undefined, link: string | undefined, issues: readonly NodeIssue[]): void {
    if (read === undefined) return this.#refused(issues)
    const isLong = link === undefined || link.length > MAX_FIELD
    if (!Array.isArray(read)) return this.#node(read, link, issues, isLong)
    if (read.length === 0) return this.#refused(issues)
    const notes = issues.filter((issue) => issue.kept)
    for (const node of read) this.#node(node, read.length === 1 ? link : undefined, notes, isLong)
    for (const issue of issues) if (!issue.kept) this.#refused([issue])
  }

  #node(node: ProxyNode, link: string | undefined, found: readonly NodeIssue[], isLong: boolean): void {
    if (this.#nodes >= this.#maxNodes) return this.#full()
    if (isLong) {
      const field = tooLongField(node)
      if (field !== undefined) return this.fail('bad-value', field)
    }
    let issues = found
    const name = cleanName(node.name)
    if (name !== node.name) {
      issues = [...found, { code: 'name-changed', field: 'name', kept: true }]
      node.name = name
    }
    // The node was made just now, and is nobody else's yet.
    if (name === '')
      node.name = node.server.includes(':') ? `[${node.server}]:${node.port}` : `${node.server}:${node.port}`
    this.#nodes++
    this.counts.entries++
    this.#take({ node, link, line: this.#line, inner: this.#inner, issues })
  }

  #refused(nodeIssues: readonly NodeIssue[]): void {
    const place = { source: this.#source, line: this.#line, inner: this.#inner }
    const issues = nodeIssues.filter((nodeIssue) => !nodeIssue.kept).map((nodeIssue) => issueOf(nodeIssue, place))
    if (issues.length === 0) return this.#fail('bad-value')
    this.#skip(issues)
  }

  fail(code: IssueCode, field?: string, args?: IssueArgs): void {
    this.finish()
    this.#fail(code, field, args)
  }

  #fail(code: IssueCode, field?: string, args?: IssueArgs): void {
    this.#skip([
      {
        source: this.#source,
        line: this.#line,
        inner: this.#inner,
        field,
        code,
        severity: ISSUE_SEVERITY[code],
        kept: false,
        args,
      },
    ])
  }

  #skip(issues: Issue[]): void {
    this.counts.entries++
    this.counts.skipped++
    this.#take({ node: undefined, line: this.#line, inner: this.#inner, issues })
  }

  /** Nodes over the limit are told once and counted all. */
  #full(): void {
    if (this.#isFull) {
      this.counts.entries++
      this.counts.skipped++
      return
    }
    this.#isFull = true
    this.#fail('too-many-nodes', undefined, { limit: this.#maxNodes })
  }

  /** Each broken part costs an exception: behind a thousand of them what may be YAML is not tried any more. */
  yaml(text: string): YamlText {
    if (this.#brokenYaml >= MAX_BROKEN_YAML)
      return { documents: [], issue: { code: 'bad-yaml', at: 0, reason: 'too many broken parts' } }
    const read = readYaml(text, { maxValues: VALUES_PER_NODE * this.#maxNodes, joinsLists: true })
    const { issue } = read
    if (issue === undefined) return read
    this.#brokenYaml++
    // Chats indent with blanks that YAML does not know.
    if (/[\u00a0\u3000]/.test(text)) return this.yaml(text.replaceAll(/[\u00a0\u3000]/g, ' '))
    return issue.code === 'bad-yaml' ? { ...read, issue: { ...issue, ...findIssuePlace(text, issue) } } : read
  }

  #ssd(link: string): void {
    const body = readSsd(link, this.#issues)
    if (body === undefined) return this.take(undefined, undefined)
    this.subscription(body.subscription)
    for (const server of body.servers) this.item({ form: shadowsocksServer, value: server })
  }

  /** An entry of a document. */
  item(item: ListItem): void {
    const { form, value } = item
    if (form === 'link' && typeof value === 'string') {
      const start = skipBlanks(value, 0, value.length)
      const end = trimBlanks(value, start, value.length)
      if (!this.links(value, start, end)) this.fail('unsupported-scheme')
    } else this.take(readItem(item, this.#issues), undefined)
  }
}

const protocolOfLink = ({ protocol }: WaitingLink): AnyProtocol => protocol

/** One text: the one given, or a decoded body. */
class TextReader {
  readonly #reader: Reader
  readonly #text: string
  readonly #decodes: number
  /** Line of a decoded body in the text as given. */
  readonly #outer: number | undefined
  /** Start and number of the line at hand. */
  #at = 0
  #line = 0
  /** Comments that may belong to a document behind them: told as entries only when it is none. */
  #comments = 0
  #hasEntries = false
  /** Up to here lines are read one by one: what they begin is no document. */
  #plainUntil = 0
  #noWrapUntil = 0
  #brokenMembers = 0
  readonly #schemes: Finder
  readonly #escapes: Finder
  readonly #equals: Finder

  constructor(reader: Reader, text: string, decodes: number, outer: number | undefined) {
    this.#reader = reader
    this.#text = text
    this.#decodes = decodes
    this.#outer = outer
    this.#schemes = new Finder(text, '://')
    this.#escapes = new Finder(text, '&amp;')
    this.#equals = new Finder(text, '=')
  }

  read(): void {
    const text = this.#text
    const length = text.length
    const reader = this.#reader
    while (this.#at < length) {
      const lineStart = this.#at
      const stop = lineEnd(text, lineStart)
      this.#at = stop + 1
      this.#line++
      const start = skipBlanks(text, lineStart, stop)
      if (start === stop) continue
      const end = trimBlanks(text, start, stop)
      const colon = schemeEnd(text, start, end)
      if (colon > 0) {
        this.#place(this.#line)
        this.#entry()
        if (!this.#isBare(start, colon, end)) reader.links(text, start, end)
        else if (!this.#mayGoOn() || !this.#brokenLink(start, end, colon)) reader.link(text, start, end, colon)
      } else this.#other(lineStart, start, end)
    }
    this.#entry()
  }

  /** Whether a line that begins with a link is nothing else: no comma behind it, no other link, nothing escaped. */
  #isBare(start: number, colon: number, end: number): boolean {
    return (
      !isSeparator(this.#text.charCodeAt(end - 1)) &&
      !this.#schemes.isBetween(colon + 3, end) &&
      !this.#escapes.isBetween(start, end)
    )
  }

  /** Whether something other than a link stands below: a quick look, for every link has it. */
  #mayGoOn(): boolean {
    const text = this.#text
    const at = skipBlanks(text, this.#at, text.length)
    return at < text.length && text.charCodeAt(at) !== HASH && schemeEnd(text, at, text.length) < 0
  }

  /** A link that goes on below, joined: one entry. False when what follows is no part of it. */
  #brokenLink(start: number, end: number, colon: number): boolean {
    const text = this.#text
    const reader = this.#reader
    let link = text.slice(start, end)
    if (link.includes('#') || !isKnownScheme(link.slice(0, colon - start))) return false
    let isRead = reader.canRead(link, colon - start)
    let whole: string | undefined
    let wholeEnd = 0
    let at = this.#at
    for (let lines = 1; lines < MOST_LINES && at < text.length; lines++) {
      // Mail programs indent what goes on, and some put a blank line behind every line.
      const from = skipBlanks(text, at, text.length)
      const stop = lineEnd(text, from)
      if (stop - from + link.length > MOST_LENGTH || schemeEnd(text, from, stop) > 0) break
      const rest = text.slice(from, trimBlanks(text, from, stop))
      if (!mayBeRest(rest) || (isRead && !isSurelyRest(link, rest, from > lineEnd(text, at))) || isOtherEntry(rest))
        break
      link += rest
      isRead = reader.canRead(link, colon - start)
      if (isRead) {
        whole = link
        wholeEnd = stop + 1
      }
      // Behind the name nothing goes on; where nothing can be read yet, lines go on as long as they are of one width.
      if (rest.includes('#') || (!isRead && rest.length !== end - start)) break
      at = stop + 1
    }
    if (whole === undefined) return false
    reader.link(whole, 0, whole.length, colon - start)
    this.#moveTo(Math.min(wholeEnd, text.length))
    return true
  }

  #place(line: number): void {
    if (this.#outer === undefined) this.#reader.place(line, undefined)
    else this.#reader.place(this.#outer, line)
  }

  /** An entry of its own: comments before it were lines as well. */
  #entry(): void {
    for (; this.#comments > 0; this.#comments--) this.#reader.comment()
    this.#hasEntries = true
  }

  /** A document: comments at the top of the text are its own. */
  #document(): void {
    this.#comments = 0
    this.#hasEntries = true
  }

  /** Goes on behind a place. */
  #moveTo(place: number): void {
    if (place < this.#at) this.#line--
    else this.#line += countLines(this.#text, this.#at, place)
    this.#at = place
  }

  /** A line that is no link. */
  #other(lineStart: number, start: number, end: number): void {
    const text = this.#text
    const first = text.charCodeAt(start)
    if (this.#isComment(start, end, first)) {
      this.#comments++
      this.#reader.subscription(userinfoOf(text, start, end))
      if (this.#hasEntries) this.#entry()
      return
    }
    this.#place(this.#line)
    if (first === DASH && this.#dashedLink(start, end)) return
    if (first === LESS_THAN && !this.#hasEntries && this.#page(start)) return
    if (lineStart >= this.#plainUntil) {
      if (first === OPEN_BRACKET && this.#section(lineStart, start, end)) return
      if ((first === OPEN_BRACE || first === OPEN_BRACKET) && this.#json(lineStart, start)) return
      if (first === QUOTE && this.#jsonMember(lineStart, start, end)) return
      if (isYamlStart(text, start, end) && this.#yaml(lineStart, start)) return
    }
    this.#entry()
    if (this.#surge(start, end) || this.#links(start, end)) return
    if (isBase64Span(text, start, end) && this.#base64(start, end)) return
    if (this.#quotedBase64(start, end) || this.#spelledOtherwise(start, end)) return
    const isBase64 = isBase64Chars(text, start, end)
    this.#reader.fail('bad-base64', undefined, {
      n: cleanedLength(text.slice(start, end)),
      ...(isBase64 ? {} : { reason: 'no-link' }),
    })
  }

  #isComment(start: number, end: number, first: number): boolean {
    const text = this.#text
    if (first === HASH || first === SEMICOLON) return true
    if (first === SLASH) return text.charCodeAt(start + 1) === SLASH
    // A fence around a copied text.
    if (first === BACKTICK) return text.startsWith('```', start) && !this.#schemes.isBetween(start, end)
    return end - start > 6 && (text.startsWith('STATUS=', start) || text.startsWith('REMARKS=', start))
  }

  #links(start: number, end: number): boolean {
    return this.#schemes.isBetween(start, end) && this.#reader.links(this.#text, start, end)
  }

  /** `- vless://…`, `- "vless://…",`: no item of a document. */
  #dashedLink(start: number, end: number): boolean {
    if (!isDashedLink(this.#text, start, end)) return false
    this.#entry()
    return this.#reader.links(this.#text, start, end)
  }

  /** A web page, as a failed download leaves it: the nodes it shows are entries, without any it is one that tells nothing. */
  #page(start: number): boolean {
    const text = this.#text
    if (!/^<(?:!doctype\s+html|html|head|body|\?xml)\b/i.test(text.slice(start, start + 32))) return false
    this.#document()
    const close = text.slice(start).search(/<\/html>/i)
    const end = close < 0 ? text.length : Math.min(lineEnd(text, start + close) + 1, text.length)
    const firstLine = this.#line
    let hasNodes = false
    for (let at = start, line = firstLine; at < end; line++) {
      const stop = lineEnd(text, at)
      this.#place(line)
      if (this.#schemes.isBetween(at, stop)) hasNodes = this.#reader.links(text, at, stop, true) || hasNodes
      at = stop + 1
    }
    this.#place(firstLine)
    if (!hasNodes) this.#failPage(text.slice(start, end))
    this.#moveTo(end)
    return true
  }

  #failPage(html: string): void {
    const message = pageMessage(html)
    if (message === undefined) this.#reader.fail('bad-base64', undefined, { reason: 'web-page' })
    else this.#reader.fail('server-message', undefined, { text: message })
  }

  /** Whether a whole line is `[Word]`: a .conf or a config of Surge and its kin. */
  #section(lineStart: number, start: number, end: number): boolean {
    const text = this.#text
    const word = sectionWord(text, start, end)
    if (word === undefined) return false
    if (word === 'interface' || word === 'peer') {
      this.#wireguard(lineStart)
      return true
    }
    if (!SURGE_SECTIONS.has(word)) return false
    this.#document()
    const isProxies = word === 'proxy' || word === 'server_local' || word === 'remote proxy'
    this.#surgeSection(isProxies)
    return true
  }

  /** Lines of a section up to the next section or link; only those of proxies are entries. */
  #surgeSection(isProxies: boolean): void {
    const text = this.#text
    while (this.#at < text.length) {
      const stop = lineEnd(text, this.#at)
      const start = skipBlanks(text, this.#at, stop)
      const end = trimBlanks(text, start, stop)
      const first = text.charCodeAt(start)
      if (start < end && (sectionWord(text, start, end) !== undefined || schemeEnd(text, start, end) > 0)) return
      this.#at = stop + 1
      this.#line++
      if (start === end || !isProxies || first === HASH || first === SEMICOLON || first === SLASH) continue
      this.#place(this.#line)
      if (!this.#surge(start, end) && !this.#links(start, end)) this.#reader.fail('unsupported-scheme')
    }
  }

  #surge(start: number, end: number): boolean {
    if (end - start > MAX_CONFIG_LINE) return false
    if (!this.#equals.isBetween(start, end - 1)) return false
    const read = readSurgeLine(this.#text.slice(start, end))
    if (read === undefined) return false
    if ('unsupported' in read) {
      if (read.unsupported !== '') this.#reader.fail('unsupported-scheme', undefined, { scheme: read.unsupported })
      return true
    }
    const { issues } = this.#reader
    const type = String(read.entry['type'])
    const protocol = findProtocolByMihomoType(type)
    if (protocol) {
      const node = protocol.fromMihomo(new Fields(read.entry, issues), issues)
      for (const option of read.ignored) issues.note('field-ignored', option.slice(0, 40))
      this.#reader.take(node, undefined)
    } else this.#reader.fail('unsupported-scheme', undefined, { scheme: type })
    return true
  }

  #wireguard(lineStart: number): void {
    const text = this.#text
    const firstLine = this.#line
    let at = lineEnd(text, lineStart) + 1
    let last = at
    while (at < text.length) {
      const stop = lineEnd(text, at)
      const start = skipBlanks(text, at, stop)
      const end = trimBlanks(text, start, stop)
      if (start < end) {
        const first = text.charCodeAt(start)
        const word = sectionWord(text, start, end)
        if (word !== undefined ? word !== 'interface' && word !== 'peer' : !this.#isConfLine(start, end, first)) break
        if (first !== HASH && first !== SEMICOLON) last = stop + 1
      }
      at = stop + 1
    }
    last = Math.min(last, text.length)
    this.#document()
    const { peers } = readWireguardConf(text.slice(lineStart, last))
    if (peers.length === 0) this.#reader.fail('missing-public-key')
    for (const peer of peers) {
      this.#place(firstLine + peer.line - 1)
      this.#reader.take(wireguardOfConf(peer, this.#reader.issues), undefined)
    }
    this.#moveTo(last)
  }

  /** `Key = value`, a comment or a blank line. */
  #isConfLine(start: number, end: number, first: number): boolean {
    if (first === HASH || first === SEMICOLON) return true
    if (schemeEnd(this.#text, start, end) > 0) return false
    for (let at = start; at < end; at++) {
      const code = this.#text.charCodeAt(at)
      const letter = code | 0x20
      if (code === 0x3d) return at > start
      if ((letter < 0x61 || letter > 0x7a) && (code < 0x30 || code > 0x39) && code !== 0x20 && code !== 0x09)
        return false
    }
    return false
  }

  /** A JSON document, and where it is none a broken one or one line of flow YAML. */
  #json(lineStart: number, start: number): boolean {
    const text = this.#text
    if (!isJsonStart(text, start)) return false
    const { value, places, end, error } = readJsonAt(text, start)
    if (error !== undefined) return this.#flow(lineStart, start, end, error)
    const list = nodeListOf(value) ?? linkListOf(value)
    if (list === undefined && !isRecord(value) && !Array.isArray(value)) return false
    this.#document()
    if (list === undefined) this.#failDocument(value)
    else {
      this.#items(
        list.items,
        ({ list: from, index = 0 }) => places.get(from?.[index] as object) ?? (from && places.get(from)) ?? start,
      )
      this.#reader.subscription(list.subscription)
    }
    this.#moveTo(this.#behind(end))
    return true
  }

  /** A document without nodes: what a server says instead, where it says something. */
  #failDocument(value: unknown): void {
    const message = isConfig(value) ? undefined : answerMessage(value)
    if (message === undefined) this.#reader.fail('missing-field', 'nodes')
    else this.#reader.fail('server-message', undefined, message === '' ? {} : { text: message })
  }

  /** `"outbounds": […]`, cut out of a document. */
  #jsonMember(lineStart: number, start: number, end: number): boolean {
    const text = this.#text
    const key = /^"[\w-]+"\s*:\s*(?=[[{])/.exec(text.slice(start, end))
    if (key === null || this.#brokenMembers >= MAX_BROKEN_MEMBERS) return false
    const value = start + key[0].length
    if (nodeListOf(readJsonAt(text, value).value) !== undefined) return this.#json(lineStart, value)
    this.#brokenMembers++
    return false
  }

  /** Behind a value: over a comma and blanks to the next line, where nothing else stands. */
  #behind(end: number): number {
    const text = this.#text
    const stop = lineEnd(text, end)
    let at = skipBlanks(text, end, stop)
    if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1, stop)
    if (at === stop) return Math.min(stop + 1, text.length)
    // The rest of the line is read as one of its own.
    return at
  }

  /** `{name: x, type: ss, …}` without quotes is YAML; what is neither is one broken document. */
  #flow(lineStart: number, start: number, at: number, error: 'syntax' | 'depth'): boolean {
    const text = this.#text
    const firstStop = lineEnd(text, start)
    const isSmall = firstStop - start <= 65536
    if (isSmall && error === 'syntax') {
      const last = trimBlanks(text, start, firstStop)
      const one = this.#reader.yaml(text.slice(start, text.charCodeAt(last - 1) === COMMA ? last - 1 : last))
      const list =
        one.issue === undefined && one.documents.length === 1 ? nodeListOf(one.documents[0]!.value) : undefined
      if (list !== undefined) {
        this.#document()
        const line = this.#line
        this.#items(list.items, () => start)
        if (one.joined) this.#failYaml(one.joined, text.slice(start, firstStop), line)
        return true
      }
    }
    const end = this.#documentEnd(lineStart)
    const block = text.slice(lineStart, end)
    const whole = end > firstStop + 1 && error === 'syntax' ? this.#reader.yaml(block) : undefined
    const document = whole?.issue === undefined ? whole?.documents[0] : undefined
    const list = document && nodeListOf(document.value)
    if (document && list) {
      this.#document()
      const line = this.#line
      this.#items(list.items, (item) => lineStart + (placeIn(document, item) ?? start - lineStart))
      if (whole?.joined) this.#failYaml(whole.joined, block, line)
      this.#moveTo(end)
      return true
    }
    // A line of prose in brackets is a line; a document has quotes or colons, or goes on below.
    const goesOn = trimBlanks(text, start, firstStop) === start + 1 && end < text.length
    if (
      !goesOn &&
      end <= firstStop + 1 &&
      !text.slice(start, firstStop).includes('"') &&
      !text.slice(start, firstStop).includes(':')
    )
      return false
    this.#document()
    const line = this.#line + countLines(text, lineStart, Math.min(at, trimBlanks(text, start, end)))
    this.#place(line)
    this.#reader.fail('bad-json', undefined, {
      line,
      msg: error === 'depth' ? 'nesting deeper than 100' : 'unexpected token',
    })
    this.#moveTo(end)
    return true
  }

  /** End of a broken document: the next line that is a link or begins a section, or the end of the text. */
  #documentEnd(lineStart: number): number {
    const text = this.#text
    let at = lineEnd(text, lineStart) + 1
    while (at < text.length) {
      const stop = lineEnd(text, at)
      const start = skipBlanks(text, at, stop)
      if (
        start < stop &&
        (isQuotedLink(text, start, stop) || sectionWord(text, start, trimBlanks(text, start, stop)) !== undefined)
      )
        return at
      at = stop + 1
    }
    return text.length
  }

  #items(items: readonly ListItem[], placeOf: (item: ListItem) => number): void {
    if (items.length === 0) return
    this.#index ??= new LineIndex(this.#text)
    for (const item of items) {
      this.#place(this.#index.lineOf(placeOf(item)))
      this.#reader.item(item)
    }
  }

  #index: LineIndex | undefined

  /** A block of YAML; false when it lists no nodes, so that its lines are read as lines. */
  #yaml(lineStart: number, start: number): boolean {
    const text = this.#text
    const end = yamlEnd(text, lineStart, start - lineStart)
    const block = text.slice(lineStart, end)
    const { documents, issue, joined } = this.#reader.yaml(block)
    const firstLine = this.#line
    if (issue === undefined) {
      const lists = documents.map((document) => ({ document, list: nodeListOf(document.value) }))
      if (lists.some(({ list }) => list !== undefined)) {
        this.#document()
        for (const { document, list } of lists) {
          if (list === undefined) continue
          this.#items(list.items, (item) => lineStart + (placeIn(document, item) ?? start - lineStart))
          this.#reader.subscription(list.subscription)
        }
        if (joined) this.#failYaml(joined, block, firstLine)
        this.#moveTo(end)
        return true
      }
      if (!documents.some(({ value }) => isConfig(value) && isBlock(value))) {
        this.#plainUntil = end
        return false
      }
      this.#document()
      this.#reader.fail('missing-field', 'nodes')
      this.#moveTo(end)
      return true
    }
    if (!looksLikeNodeYaml(block)) {
      this.#plainUntil = end
      return false
    }
    this.#document()
    if (issue.code === 'yaml-aliases' || !this.#recover(block, firstLine, issue)) {
      this.#failYaml(issue, block, firstLine)
    }
    this.#moveTo(end)
    return true
  }

  /** Told at the line that has to be mended. */
  #failYaml(issue: YamlIssue, block: string, firstLine: number): void {
    const line = firstLine + countLines(block, 0, issue.at)
    this.#place(line)
    if (issue.code === 'yaml-aliases') this.#reader.fail('yaml-aliases', undefined, { line })
    else if (issue.first !== undefined)
      this.#reader.fail('bad-yaml', undefined, { line, first: firstLine + countLines(block, 0, issue.first) })
    else this.#reader.fail('bad-yaml', undefined, { line, msg: issue.reason })
  }

  /** Reads the items of a broken block one by one; false when none can be read. */
  #recover(block: string, firstLine: number, issue: YamlIssue): boolean {
    const { slices, isAll } = itemSlices(block)
    let line = firstLine
    let counted = 0
    const read: { line: number; items?: ListItem[]; issue?: YamlIssue; text: string }[] = []
    let broken = 0
    let good = 0
    for (const { start, end } of slices) {
      line += countLines(block, counted, start)
      counted = start
      const text = block.slice(start, trimBlanks(block, start, end))
      const one = this.#reader.yaml(text)
      const list = one.issue === undefined && one.documents[0] ? nodeListOf(one.documents[0].value) : undefined
      if (list !== undefined) {
        good++
        read.push({ line, items: list.items, text })
      } else {
        broken++
        read.push({ line, issue: one.issue ?? { code: 'bad-yaml', at: 0, reason: 'no entry' }, text })
      }
    }
    if (good === 0) return false
    for (const item of read) {
      this.#place(item.line)
      if (item.issue) this.#failYaml(item.issue, item.text, item.line)
      else for (const one of item.items ?? []) this.#reader.item(one)
    }
    if (broken === 0 && !isAll) {
      // What is broken stands elsewhere in the document.
      this.#failYaml(issue, block, firstLine)
    }
    return true
  }

  /** Base64 on one line or wrapped over several; true when it held entries. */
  #base64(start: number, end: number): boolean {
    if (this.#decodes >= MAX_DECODES) return false
    if (start >= this.#noWrapUntil && this.#wrapped(start, end)) return true
    const body = decodeBody(this.#text.slice(start, end))
    if (body === undefined || !looksLikeEntries(body.text)) return false
    this.#decode(body)
    return true
  }

  /** A body as programs print it: `"dm1lc3M6…",`. */
  #quotedBase64(start: number, end: number): boolean {
    const text = this.#text
    const last = text.charCodeAt(end - 1) === COMMA ? end - 2 : end - 1
    const quote = text.charCodeAt(start)
    if ((quote !== QUOTE && quote !== 0x27) || text.charCodeAt(last) !== quote) return false
    return isBase64Span(text, start + 1, last) && this.#base64(start + 1, last)
  }

  /** `data:…;base64,…`, `vless%3A%2F%2F…`; true when it held entries. A link alone stays an entry of the line. */
  #spelledOtherwise(start: number, end: number): boolean {
    const body = this.#decodes < MAX_DECODES ? wrappedText(this.#text.slice(start, end)) : undefined
    if (body === undefined || !looksLikeEntries(body)) return false
    if (body.includes('\n') || !this.#reader.links(body, 0, body.length)) this.#decode({ text: body, isCut: false })
    return true
  }

  #decode({ text, isCut }: Body): void {
    const body = new TextReader(this.#reader, text, this.#decodes + 1, this.#outer ?? this.#line)
    body.read()
    if (isCut) body.#breakOff()
  }

  #breakOff(): void {
    this.#place(this.#line + 1)
    this.#reader.fail('bad-base64', undefined, { reason: 'cut-off' })
  }

  /** A body broken into lines of one width, of which only the last is shorter; whatever the width. */
  #wrapped(start: number, end: number): boolean {
    const text = this.#text
    const width = end - start
    if (width < 16 || text.charCodeAt(end - 1) === 0x3d) return false
    // Lines that are bodies of their own begin with an entry each; a cut of another width is no body.
    const mayBeBodies = width % 4 === 0
    let at = this.#at
    let last = end
    let lines = 1
    while (at < text.length) {
      const stop = lineEnd(text, at)
      const lineStart = skipBlanks(text, at, stop)
      const lineStop = trimBlanks(text, lineStart, stop)
      const size = lineStop - lineStart
      if (
        size > width ||
        size === 0 ||
        schemeEnd(text, lineStart, lineStop) > 0 ||
        !isBase64Chars(text, lineStart, lineStop)
      )
        break
      if (
        lines === 1 &&
        mayBeBodies &&
        beginsAnew(base64Decode(text.slice(start, end)), base64Decode(text.slice(lineStart, lineStop)))
      )
        return false
      last = lineStop
      lines++
      at = stop + 1
      if (size < width) break
    }
    if (lines === 1) return false
    this.#noWrapUntil = last
    const body = decodeBody(text.slice(start, last))
    if (body === undefined || !looksLikeEntries(body.text)) return false
    this.#decode(body)
    this.#moveTo(Math.min(at, text.length))
    return true
  }
}

/** Whether a line without blanks is an entry by itself: one of Surge's, or base64 of entries. */
function isOtherEntry(line: string): boolean {
  if (line.includes('=') && line.includes(',') && readSurgeLine(line) !== undefined) return true
  if (!isBase64Span(line, 0, line.length)) return false
  const body = decodeBody(line)
  return body !== undefined && looksLikeEntries(body.text)
}

/** Where an item of a YAML document stands. */
function placeIn({ places }: YamlDocument, { list, index = 0, value }: ListItem): number | undefined {
  if (list !== undefined) return places.get(list)?.[index] ?? 0
  return isRecord(value) ? places.get(value)?.[0] : undefined
}

/** Sections of the configs of Surge, Surfboard, Loon and Quantumult X. */
const SURGE_SECTIONS: ReadonlySet<string> = new Set([
  'proxy', 'proxy group', 'rule', 'general', 'host', 'url rewrite', 'header rewrite', 'mitm', 'script', 'replica', 'panel', 'remote proxy', 'remote rule', 'remote filter',
  'plugin', 'rewrite', 'remote script', 'server_local', 'server_remote', 'policy', 'filter_local', 'filter_remote', 'rewrite_local', 'rewrite_remote', 'dns', 'task_local',
  'http_backend', 'ssid setting', 'map local', 'body rewrite', 'keystore', 'proxy chain', 'ponte',
]) // oxfmt-ignore

/** `[Proxy Group]` -> `proxy group`. */
function sectionWord(text: string, start: number, end: number): string | undefined {
  if (text.charCodeAt(start) !== OPEN_BRACKET || text.charCodeAt(end - 1) !== 0x5d || end - start > 24) return undefined
  const word = text.slice(start + 1, end - 1).toLowerCase()
  return /^[a-z_ ]+$/.test(word) ? word : undefined
}

/** Schemes of the links before, by first letter and length. A known one is neither cut out nor looked up as a new text. */
const KNOWN_SCHEMES = new Array<string>(64).fill('')
/** V8 copies texts as short as this one; a longer one would hold on to the text that it was cut out of. */
const LONGEST_KNOWN_SCHEME = 12

function schemeAt(text: string, start: number, end: number): string {
  const length = end - start
  if (length > LONGEST_KNOWN_SCHEME) return text.slice(start, end)
  const slot = (text.charCodeAt(start) * 7 + length) & (KNOWN_SCHEMES.length - 1)
  const known = KNOWN_SCHEMES[slot]!
  if (known.length === length && text.startsWith(known, start)) return known
  return (KNOWN_SCHEMES[slot] = text.slice(start, end))
}

function hasUpperCase(scheme: string): boolean {
  for (let at = 0; at < scheme.length; at++) {
    const code = scheme.charCodeAt(at)
    if (code >= 0x41 && code <= 0x5a) return true
  }
  return false
}

/** Whether an `@` stands in the authority. */
function hasUserInfo(link: string): boolean {
  const start = link.indexOf('://') + 3
  for (let at = start; at < link.length; at++) {
    const code = link.charCodeAt(at)
    if (code === 0x40) return at > start
    if (code === SLASH || code === 0x3f || code === HASH) return false
  }
  return false
}

/** Path of a text that is longer than any field may be. */
function tooLongField(value: object): string | undefined {
  for (const key of Object.keys(value)) {
    const field: unknown = (value as Record<string, unknown>)[key]
    if (typeof field === 'string') {
      // Names are cut, not refused.
      if (
        field.length > MAX_FIELD &&
        key !== 'name' &&
        field.length > (LONG_FIELDS.has(key) ? MAX_LONG_FIELD : MAX_FIELD)
      )
        return key
    } else if (typeof field === 'object' && field !== null) {
      const inner = tooLongField(field)
      if (inner !== undefined) return inner
    }
  }
  return undefined
}

/** Whether what opens here goes on like an object or a list of entries; `[通知] …` is prose. */
function isJsonStart(text: string, start: number): boolean {
  const next = text.charCodeAt(skipBlanks(text, start + 1, text.length))
  if (Number.isNaN(next) || next === 0x22 || next === 0x27 || next === SLASH) return true
  if (text.charCodeAt(start) === OPEN_BRACKET) return next === OPEN_BRACE || next === OPEN_BRACKET || next === 0x5d
  const letter = next | 0x20
  return next === 0x7d || (letter >= 0x61 && letter <= 0x7a)
}

/** `key:`, `- item`, `---`, `"key":`. */
function isYamlStart(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  if (first === DASH) {
    const second = text.charCodeAt(start + 1)
    return end - start === 1 || isBlankCode(second) || (text.startsWith('---', start) && end - start === 3)
  }
  if (first === 0x25) return text.startsWith('%YAML', start)
  return isYamlKey(text, start, end)
}

function isYamlKey(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  const quote = first === 0x22 || first === 0x27 ? first : 0
  if (quote === 0 && first === 0x3c) return text.startsWith('<<:', start)
  for (let at = quote === 0 ? start : start + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) return text.charCodeAt(at + 1) === 0x3a
    } else if (code === 0x3a) return at > start && (at + 1 === end || isBlankCode(text.charCodeAt(at + 1)))
    else if (code === 0x2c || code === 0x3d || code === HASH || at - start > 128) return false
  }
  return false
}

/** End of a block of YAML: the first line that is not indented below it and is none. Comments and blanks at its end are not part of it. */
function yamlEnd(text: string, lineStart: number, indent: number): number {
  let at = lineEnd(text, lineStart) + 1
  let last = at
  while (at < text.length) {
    const stop = lineEnd(text, at)
    const start = skipBlanks(text, at, stop)
    if (start < stop) {
      const first = text.charCodeAt(start)
      if (first !== HASH) {
        if (start - at <= indent && !isYamlLine(text, start, trimBlanks(text, start, stop), first)) break
        last = stop + 1
      }
    }
    at = stop + 1
  }
  return Math.min(last, text.length)
}

function isYamlLine(text: string, start: number, end: number, first: number): boolean {
  if (first === DASH) return !isDashedLink(text, start, end)
  if (first === 0x7d || first === 0x5d || first === 0x25) return true
  if (text.startsWith('...', start) && end - start === 3) return true
  return schemeEnd(text, start, end) < 0 && isYamlKey(text, start, end)
}

function isDashedLink(text: string, start: number, end: number): boolean {
  return isBlankCode(text.charCodeAt(start + 1)) && isQuotedLink(text, skipBlanks(text, start + 1, end), end)
}

/** Whether a link stands at a place, in quotes or not. */
function isQuotedLink(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  return schemeEnd(text, first === 0x22 || first === 0x27 ? start + 1 : start, end) > 0
}

/** Whether a broken block was meant to list nodes. */
function looksLikeNodeYaml(block: string): boolean {
  return /^[ \t]*(?:- *\{|- +["']?(?:name|type|server)["']?:|["']?(?:proxies|Proxy|proxy-providers)["']?:)/m.test(block)
}

function isBlock(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 1
}

/**
 * The items of a list in a broken block: every `-` at the indentation of the first one behind `proxies:` (or at the top).
 * `isAll`: nothing else stands in the block.
 */
function itemSlices(block: string): { slices: { start: number; end: number }[]; isAll: boolean } {
  const slices: { start: number; end: number }[] = []
  let indent = -1
  let isInside = false
  let at = 0
  let start = -1
  let isWhole = false
  const close = (end: number) => {
    if (start >= 0) slices.push({ start, end })
    start = -1
  }
  const top = skipBlanks(block, 0, block.length)
  let isAll = block.charCodeAt(top) === DASH
  if (isAll) isInside = true
  while (at < block.length) {
    const stop = lineEnd(block, at)
    const first = skipBlanks(block, at, stop)
    const code = block.charCodeAt(first)
    if (first < stop && code !== HASH) {
      const own = first - at
      const isItem = code === DASH && (first + 1 === stop || isBlankCode(block.charCodeAt(first + 1)))
      if (!isInside) {
        if (/^["']?(?:proxies|Proxy)["']?:\s*$/.test(block.slice(first, Math.min(stop, first + 24)))) {
          isInside = true
          indent = -1
        }
      } else if (
        isItem &&
        (indent < 0 ||
          own <= indent ||
          (isWhole && block.charCodeAt(skipBlanks(block, first + 1, stop)) === OPEN_BRACE))
      ) {
        close(at)
        if (indent < 0 || own < indent) indent = own
        start = at
        // `- {…}` on one line: what follows it, however far indented, is another one.
        isWhole = block.charCodeAt(trimBlanks(block, first, stop) - 1) === 0x7d
      } else if (indent >= 0 && own <= indent && isYamlKey(block, first, stop)) {
        close(at)
        isInside = false
        isAll = false
      }
    }
    at = stop + 1
  }
  close(block.length)
  return { slices, isAll }
}

/** What base64 holds; of a body whose download was cut off, the lines that are whole. */
interface Body {
  text: string
  isCut: boolean
}

/** A character of four bytes, less one of them, stands in as many characters of base64. */
const MOST_CUT = 5

function decodeBody(text: string): Body | undefined {
  const whole = base64Decode(text)
  if (whole !== undefined) return { text: whole, isCut: false }
  for (let cut = 1; cut <= MOST_CUT; cut++) {
    const start = base64Decode(text.slice(0, -cut))
    if (start === undefined) continue
    const lines = start.lastIndexOf('\n') + 1
    return lines === 0 ? undefined : { text: start.slice(0, lines), isCut: true }
  }
  return undefined
}

/** The links of nodes in a document of no known form, an answer of an API: `{"data": ["ss://…"]}`. */
function linkListOf(document: unknown): NodeList | undefined {
  const items: ListItem[] = []
  addLinkItems(items, document)
  return items.length === 0 ? undefined : { items }
}

function addLinkItems(items: ListItem[], value: unknown): void {
  if (!Array.isArray(value) && !isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    // An address that the program itself opens.
    if (key === 'listen') continue
    if (typeof inner === 'string' && hasNodeLink(inner))
      items.push({ form: 'link', value: inner, list: [value], index: 0 })
    else addLinkItems(items, inner)
  }
}

function hasNodeLink(text: string): boolean {
  return text.includes('://') && linksInLine(text, 0, text.length, kindOfScheme).some(({ kind }) => kind === 'node')
}

/** Whether a decoded body can hold entries, at once or after one more decoding. */
function looksLikeEntries(body: string): boolean {
  if (body.includes('://')) return true
  const start = skipBlanks(body, 0, body.length)
  const first = body.charCodeAt(start)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return true
  if (/proxies:|\[Interface\]|\[Proxy\]|- *\{/.test(body)) return true
  const end = trimBlanks(body, start, lineEnd(body, start))
  return end - start >= 16 && isBase64Span(body, start, end)
}

function isBase64Chars(text: string, start: number, end: number): boolean {
  return end - start < 8 ? /^[\w+/=-]*$/.test(text.slice(start, end)) : isBase64Span(text, start, end)
}

/** Whether the body of a line starts with a link of its own, and not with the end of a scheme: `vle` + `ss://`. */
function beginsAnew(before: string | undefined, body: string | undefined): boolean {
  if (body === undefined) return false
  const colon = schemeEnd(body, 0, body.length)
  if (colon < 0 || !isKnownScheme(body.slice(0, colon))) return false
  const head = schemeTail(before ?? '')
  for (let at = 0; at < head.length; at++) if (isKnownScheme(head.slice(at) + body.slice(0, colon))) return false
  return true
}

/** The letters, digits, `+`, `-` and `.` at the end of a text, 32 at most. */
function schemeTail(text: string): string {
  let start = text.length
  while (start > 0 && text.length - start < 32 && /[a-z\d+.-]/i.test(text[start - 1]!)) start--
  return text.slice(start)
}

function isKnownScheme(scheme: string): boolean {
  const lower = scheme.toLowerCase()
  return isAddressScheme(lower) || kindOfScheme(lower) === 'node'
}

function kindOfScheme(scheme: string): SchemeKind {
  if (isAddressScheme(scheme)) return 'other'
  return scheme === 'ssd' || findProtocolByScheme(scheme) !== undefined ? 'node' : 'other'
}

function isAddressScheme(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https'
}

/** `# upload=1; download=2; total=3; expire=1767225600`, as in the response header of the same content. */
function userinfoOf(text: string, start: number, end: number): SubscriptionInfo | undefined {
  if (end - start > 512) return undefined
  const line = text.slice(start, end)
  return line.includes('upload=') && line.includes('download=') ? readSubscriptionInfo(line) : undefined
}
