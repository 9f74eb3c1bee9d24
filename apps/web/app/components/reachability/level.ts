import type { ProbeReason, ProbeResult, ProbeTransport } from '@switchyard/contract'

/** What is tried one after the other: each level stands on the one before. */
export type Level = 'dns' | 'tcp' | 'tls' | 'quic'

const TRIED: Readonly<Record<ProbeTransport, readonly Level[]>> = {
  tcp: ['tcp'],
  tls: ['tcp', 'tls'],
  quic: ['quic'],
}

const OF_DNS: ReadonlySet<ProbeReason> = new Set(['dns', 'dns-timeout'])

/** Where a check ended; undefined where it got to the end. An address has no name to look up. */
export function failedLevel(result: ProbeResult, transport: ProbeTransport): Level | undefined {
  const { outcome, reason } = result
  if (outcome === 'reachable') return undefined
  if (reason !== undefined && OF_DNS.has(reason)) return 'dns'
  return TRIED[transport].find((level) => result[level] === undefined)
}

/** The level that says most in a line: where a check ended, else the last one that it passed. */
export function tellingLevel(result: ProbeResult, transport: ProbeTransport): Level | undefined {
  return failedLevel(result, transport) ?? TRIED[transport].findLast((level) => result[level] !== undefined)
}
