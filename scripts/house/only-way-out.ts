import type { Lint } from './lint.ts'
import { isProduct, type Placed, type Source, type TreeNode } from './source.ts'

/** What opens connections, and what of it does not. */
const NETWORK = /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|inspector|module|cluster)$|^undici(?:\/|$)|^nodemailer(?:\/|$)|^hono\/proxy$/ // oxfmt-ignore
const HARMLESS: ReadonlySet<string> = new Set([
  'createServer',
  'IncomingMessage',
  'ServerResponse',
  'isIP',
  'isIPv4',
  'isIPv6',
  'enableCompileCache',
  'flushCompileCache',
])
const GLOBALS: ReadonlySet<string> = new Set([
  'fetch', 'WebSocket', 'WebSocketStream', 'EventSource', 'XMLHttpRequest', 'globalThis', 'global', 'require',
]) // oxfmt-ignore
/** Of `process`: the modules of Node by another door. */
const MEMBERS: ReadonlySet<string> = new Set(['getBuiltinModule', 'binding', '_linkedBinding', 'mainModule'])
/** Code that is made from text. */
const MADE_CODE = /\beval\(|new Function\(|from 'node:(?:vm|child_process)'/

/** How code of the server could reach other servers without what fetch/ checks. */
export const onlyWayOut = (): Lint => ({
  name: 'only way out',
  remedy: 'Take `safeFetch` or `askProvider` from deps.ts: fetch/ is the only way out of the server.',
  covers: (path) => isProduct(path) && path.startsWith('apps/server/src/'),
  look(source) {
    const made = MADE_CODE.exec(source.text)?.[0]
    return [...waysOut(source), ...(made ? [made] : [])].map((what) => ({ path: source.path, what }))
  },
  allowed: {
    // The socket to the PostgreSQL of the operator, which has an end when it is silent.
    'apps/server/src/db/database.ts': ['node:net'],
    // Opens connections, to checked addresses alone.
    'apps/server/src/fetch/checked-dial.ts': ['node:net', 'undici'],
    // Makes a handshake on one of them, and hangs up.
    'apps/server/src/fetch/checked-handshake.ts': ['node:tls'],
    // Sends datagrams, to checked addresses alone.
    'apps/server/src/fetch/checked-datagram.ts': ['node:dgram'],
    // Speaks HTTP on them.
    'apps/server/src/fetch/checked-request.ts': ['undici'],
    // Asks the operator's proxy, for checked addresses alone.
    'apps/server/src/fetch/through-proxy.ts': ['node:http', 'node:https'],
    // The mail server of the operator.
    'apps/server/src/fetch/mail.ts': ['nodemailer'],
    // Looks names up.
    'apps/server/src/fetch/network.ts': ['node:dns/promises'],
    // Starts `chrt` for a thread of the engine. All its words are fixed but the number of the thread.
    'apps/server/src/engine/leave-processor.ts': ["from 'node:child_process'"],
    // The build of the pages is loaded from the disk, by the name that it was given.
    'apps/server/src/pages/web-build.ts': ['import()'],
  },
})

function waysOut({ tree }: Source): string[] {
  return tree.flatMap((placed) => {
    const { node } = placed
    if (/^(?:Import|Export(?:Named|All))Declaration$/.test(node.type)) return wayOfImport(node)
    if (node.type === 'ImportExpression') return wayOfLoad(node)
    return node.type === 'Identifier' ? wayOfName(placed) : []
  })
}

function wayOfImport(node: TreeNode): string[] {
  const source = node['source'] as { value: string } | null
  if (!source || !NETWORK.test(source.value) || [node['importKind'], node['exportKind']].includes('type')) return []
  const specifiers = (node['specifiers'] ?? [{ type: 'all' }]) as { importKind?: string; imported?: { name: string } }[]
  const taken = specifiers.filter(({ importKind, imported }) => importKind !== 'type' && !HARMLESS.has(imported?.name ?? '')) // oxfmt-ignore
  return taken.length > 0 || specifiers.length === 0 ? [source.value] : []
}

function wayOfLoad(node: TreeNode): string[] {
  const { type, value } = node['source'] as TreeNode
  if (type !== 'Literal' || typeof value !== 'string') return ['import()']
  return NETWORK.test(value) ? [value] : []
}

function wayOfName({ node, parent, key }: Placed): string[] {
  const name = String(node['name'])
  const isMember = parent?.type === 'MemberExpression' && key === 'property' && !parent['computed']
  if (isMember) return MEMBERS.has(name) ? [name] : []
  // `{ fetch: … }` and `app.fetch` are names of ours; `{ fetch }` takes the global one.
  const isKey = key === 'key' && !parent?.['shorthand']
  return !isKey && GLOBALS.has(name) ? [name] : []
}
