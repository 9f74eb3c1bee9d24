import { isNode } from '../../lib/node-row.ts'
import type { NodeRow } from './types.ts'

/** What a row is called: a skipped entry whose link gives no name goes by its reason. */
export function titleOf({ name, reason }: NodeRow): string {
  return name || (reason ?? '')
}

export function addressOf({ server, port }: NodeRow): string {
  if (server === '') return ''
  return server.includes(':') ? `[${server}]:${port}` : `${server}:${port}`
}

/** `ws · TLS`; plain TCP without TLS says nothing more than that. */
export function channelOf(row: NodeRow): string {
  if (!isNode(row)) return ''
  const { transport, security } = row
  const secured = security === 'reality' ? 'REALITY' : security === 'tls' ? 'TLS' : ''
  return [transport ?? (secured ? '' : 'tcp'), secured].filter(Boolean).join(' · ')
}
