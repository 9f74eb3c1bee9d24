import {
  type Issue,
  type IssueArgs,
  type IssueCode,
  type NodeIssue,
  NodeIssues,
  ISSUE_SEVERITY,
  issueOf,
} from '../../model/issue.ts'
import type { SubscriptionInfo } from '../../model/report.ts'
import { barerLink, linksInLine } from '../../link/links-in-line.ts'
import { importIssue, subscriptionAddress } from '../../link/subscription-address.ts'
import { telegramProxy } from '../../link/telegram-proxy.ts'
import { cleanName } from '../../nodes/clean-name.ts'
import { BATCH, kindByKind } from '../../nodes/kind-by-kind.ts'
import { type AnyProtocol, findProtocolByScheme, type ProxyNode } from '../../protocols/index.ts'
import { cleanedLength } from '../../text/base64.ts'
import { skipBlanks, trimBlanks } from '../../text/lines.ts'
import { type YamlText, readYaml } from '../../text/yaml.ts'
import { findIssuePlace } from '../../text/yaml-issue-place.ts'
import { readItem } from '../documents.ts'
import type { ListItem } from '../entry-format.ts'
import { shadowsocksServer } from '../sip008.ts'
import { isSsd, readSsd } from '../ssd.ts'
import { NODES_MAX, TEXT_MAX_BYTES } from '../../model/limits.ts'
import type { ParseOptions, ParsedCounts, ParsedEntry } from './parsed-entry.ts'
import { hasUpperCase, hasUserInfo, isAddressScheme, kindOfScheme, schemeAt } from './schemes.ts'
import { MAX_FIELD, tooLongField } from './too-long-field.ts'

/** Values that a YAML text may hold for every node allowed (docs/security.md, "Sizes"). */
const VALUES_PER_NODE = 25
const MAX_BROKEN_YAML = 1000
const NO_ISSUES: readonly NodeIssue[] = []

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

/** Reads entries one by one, whatever text they stand in, and hands them over in the order of the text. */
export class EntryReader {
  readonly counts: ParsedCounts = { entries: 0, comments: 0, skipped: 0 }
  readonly #source: string | undefined
  readonly #take: (entry: ParsedEntry) => void
  /** Characters of a text at most. */
  readonly maxLength: number
  readonly #maxNodes: number
  readonly #maxAliases: number | undefined
  /** What was found out about the entry at hand. */
  readonly issues = new NodeIssues()
  /** Those of waiting links: what stands in `issues` belongs to the entry at hand. */
  readonly #linkIssues = new NodeIssues()
  #waiting: WaitingLink[] = []
  #nodes = 0
  #brokenYaml = 0
  #isFull = false
  /** Line of the entry at hand, in the text as given and in the decoded body. */
  #line = 0
  #inner: number | undefined

  constructor(
    { source, maxLength = TEXT_MAX_BYTES, maxNodes = NODES_MAX, maxAliases }: ParseOptions,
    take: (entry: ParsedEntry) => void,
  ) {
    this.#source = source
    this.maxLength = maxLength
    this.#maxNodes = maxNodes
    this.#maxAliases = maxAliases
    this.#take = take
  }

  /** Where the entries that follow stand. */
  place(line: number, inner: number | undefined): void {
    this.#line = line
    this.#inner = inner
  }

  /** A line that is a comment: counted only. */
  comment(): void {
    this.counts.entries++
    this.counts.comments++
  }

  /** Traffic and expiry; what is told first counts. */
  subscription(reported: SubscriptionInfo | undefined): void {
    this.counts.subscription ??= reported
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
    } else if (isSsd(scheme)) return this.#ssd(link)
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
    const read = protocol?.fromLink(link, this.issues)
    this.issues.take()
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
    this.#taken(read, link, this.issues.isEmpty ? NO_ISSUES : this.issues.take())
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

  /** An entry that is skipped. */
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
    const maxValues = VALUES_PER_NODE * this.#maxNodes
    const read = readYaml(text, { maxValues, maxAliases: this.#maxAliases, joinsLists: true })
    const { issue } = read
    if (issue === undefined) return read
    this.#brokenYaml++
    // Chats indent with blanks that YAML does not know.
    if (/[\u00a0\u3000]/.test(text)) return this.yaml(text.replaceAll(/[\u00a0\u3000]/g, ' '))
    return issue.code === 'bad-yaml' ? { ...read, issue: { ...issue, ...findIssuePlace(text, issue) } } : read
  }

  #ssd(link: string): void {
    const body = readSsd(link, this.issues)
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
    } else this.take(readItem(item, this.issues), undefined)
  }
}

const protocolOfLink = ({ protocol }: WaitingLink): AnyProtocol => protocol
