import type { ProbeResult } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { failedLevel, tellingLevel } from './level.ts'

const bad = (result: Partial<ProbeResult>): ProbeResult => ({
  checkedAt: 1, isCached: false, outcome: 'unreachable', ...result,
}) // oxfmt-ignore
const dns = { count: 1, ms: 1 }
const tcp = { ms: 1 }

test.each([
  ['dns', 'tls', bad({ reason: 'dns' })],
  ['dns', 'quic', bad({ reason: 'dns-timeout' })],
  ['tcp', 'tcp', bad({ reason: 'refused', dns })],
  ['tcp', 'tls', bad({ reason: 'timeout' })],
  ['tls', 'tls', bad({ reason: 'timeout', tcp })],
  ['tls', 'tls', bad({ reason: 'reset', dns, tcp })],
  ['quic', 'quic', bad({ reason: 'timeout', dns })],
  ['tcp', 'tls', bad({ outcome: 'refused', reason: 'refused-address' })],
  [undefined, 'tls', bad({ outcome: 'reachable', tcp })],
] as const)('a check ends at %s of %s: %j', (level, transport, result) => {
  expect(failedLevel(result, transport)).toBe(level)
})

test.each([
  ['tcp', 'tcp', bad({ outcome: 'reachable', dns, tcp })],
  ['tls', 'tls', bad({ outcome: 'reachable', tcp, tls: { version: 'TLSv1.3', ms: 1 } })],
  ['quic', 'quic', bad({ outcome: 'reachable', quic: { proves: 'handshake', ms: 1 } })],
  ['tls', 'tls', bad({ reason: 'timeout', tcp })],
  ['dns', 'tcp', bad({ reason: 'dns' })],
] as const)('a line tells of %s of %s: %j', (level, transport, result) => {
  expect(tellingLevel(result, transport)).toBe(level)
})
