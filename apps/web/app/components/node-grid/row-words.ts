import type { NodeRow } from './types.ts'

export function addressOf({ server, port }: NodeRow): string {
  return server.includes(':') ? `[${server}]:${port}` : `${server}:${port}`
}

/** `ws · TLS`; plain TCP without TLS says nothing more than that. */
export function channelOf({ transport, security }: NodeRow): string {
  const secured = security === 'reality' ? 'REALITY' : security === 'tls' ? 'TLS' : ''
  return [transport ?? (secured ? '' : 'tcp'), secured].filter(Boolean).join(' · ')
}
