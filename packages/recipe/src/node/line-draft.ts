import { parseEntries, readJson, type NodeBase } from '@switchyard/convert'
import { isRecord } from '@switchyard/convert/record'
import type { LineDraft } from '../model/nodes/node-previews.ts'
import { base64Text } from '../model/values/base64-text.ts'

/** Values put in place of missing parts so that a line can be read. They are removed afterwards. */
const SECRET = '00000000-0000-4000-8000-000000000001'
const SERVER = 'missing.invalid'
const PORT = '443'
const KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE='

/** REALITY keys are kept without padding. */
const STAND_INS: ReadonlySet<unknown> = new Set([SECRET, SERVER, KEY, KEY.replace('=', '')])

type Gap = 'port' | 'server' | 'secret' | 'key'
const GAPS: readonly Gap[] = ['port', 'server', 'secret', 'key']

/** The record that a broken link was probably meant to be; undefined if that is not clear, or if nothing is missing. */
export function draftOfLine(line: string): LineDraft | undefined {
  const link = readLink(line.trim())
  if (!link) return undefined
  for (const gaps of subsets(GAPS)) {
    const node = nodeOf(link.spelled(new Set(gaps)))
    if (node) return opened(node, gaps, link.port)
  }
  return undefined
}

/** A link taken apart just far enough to spell it with something in place of what is missing. */
interface BrokenLink {
  /** As it stands. */
  port: string
  spelled: (gaps: ReadonlySet<Gap>) => string
}

function readLink(text: string): BrokenLink | undefined {
  const match = /^([a-z][a-z\d+.-]*):\/\/([^?#]*)([^]*)$/i.exec(text)
  if (!match) return undefined
  const [, scheme = '', body = '', rest = ''] = match
  if (scheme.toLowerCase() === 'vmess' && !body.includes('@')) return readVmess(body, rest)
  const at = body.lastIndexOf('@')
  const user = at < 0 ? '' : body.slice(0, at)
  const [, host = '', port = '', path = ''] = /^(\[[^\]]*\]?|[^:/]*)(?::([^/]*))?([^]*)$/.exec(body.slice(at + 1)) ?? []
  return {
    port,
    spelled(gaps) {
      const [query = '', name = ''] = rest.split(/(?=#)/, 2)
      const isNamed = rest.startsWith('#')
      const params = isNamed ? '' : query
      const withKey = gaps.has('key') ? `${params}${params ? '&' : '?'}publickey=${encodeURIComponent(KEY)}` : params
      const who = gaps.has('secret') ? userOf(scheme, user) : user
      const address = `${gaps.has('server') ? SERVER : host}:${gaps.has('port') ? PORT : port}`
      return `${scheme}://${who}${who && '@'}${address}${path}${withKey}${isNamed ? rest : name}`
    },
  }
}

/** A credential where there is none, in the manner of the scheme. */
function userOf(scheme: string, user: string): string {
  switch (scheme.toLowerCase()) {
    case 'ss':
    case 'shadowsocks':
      return btoa(`${methodOf(user)}:${SECRET}`)
    case 'tuic':
      return `${SECRET}:${user.split(':')[1] || SECRET}`
    case 'wireguard':
    case 'wg':
      return encodeURIComponent(KEY)
    default:
      return SECRET
  }
}

function methodOf(user: string): string {
  const plain = user.includes(':') ? user : decoded(user)
  return plain?.split(':')[0] || 'aes-256-gcm'
}

function readVmess(body: string, rest: string): BrokenLink | undefined {
  const fields = readJson(decoded(body) ?? '')
  if (!isRecord(fields)) return undefined
  return {
    port: JSON.stringify(fields['port'] ?? '').replaceAll('"', ''),
    spelled(gaps) {
      const patched = {
        ...fields,
        ...(gaps.has('port') ? { port: PORT } : {}),
        ...(gaps.has('server') ? { add: SERVER } : {}),
        ...(gaps.has('secret') ? { id: SECRET } : {}),
      }
      const bytes = new TextEncoder().encode(JSON.stringify(patched))
      return `vmess://${btoa(String.fromCharCode(...bytes))}${rest}`
    },
  }
}

function decoded(text: string): string | undefined {
  try {
    return base64Text(decodeURIComponent(text))
  } catch {
    return undefined
  }
}

function nodeOf(link: string): NodeBase | undefined {
  let node: NodeBase | undefined
  parseEntries(link, {}, (entry) => (node ??= entry.node))
  return node
}

/** Takes out what stood in for something, at any depth, and names the fields that are open now (`tls.reality.publicKey`). */
function opened(node: NodeBase, gaps: readonly Gap[], port: string): LineDraft {
  const record = structuredClone(node)
  const open = emptied(record, '')
  if (gaps.includes('port')) {
    open.push('port')
    if (/^-?\d{1,9}$/.test(port)) record.port = Number(port)
    else Reflect.deleteProperty(record, 'port')
  }
  return { node: record, open }
}

/** Empties every stand-in within a record. Returns their paths. */
function emptied(record: object, path: string): string[] {
  return Object.entries(record).flatMap(([key, value]) => {
    if (isRecord(value) || Array.isArray(value)) return emptied(value, `${path}${key}.`)
    if (!isStandIn(value)) return []
    Object.assign(record, { [key]: '' })
    return [`${path}${key}`]
  })
}

function isStandIn(value: unknown): boolean {
  return STAND_INS.has(value)
}

/** Nothing missing, one thing missing, two … */
function subsets<T>(all: readonly T[]): T[][] {
  const sets: T[][] = [[]]
  for (const one of all) sets.push(...sets.map((set) => [...set, one]))
  return sets.toSorted((a, b) => a.length - b.length)
}
