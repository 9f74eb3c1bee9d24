/** How far a check goes: to an open TCP port, through the handshake of TLS, to an answer of QUIC. */
export const PROBE_TRANSPORTS = ['tcp', 'tls', 'quic'] as const

export type ProbeTransport = (typeof PROBE_TRANSPORTS)[number]

/** Why a target was not reached. */
export const PROBE_REASONS = [
  /** It is an address of a private network, of this machine or of this server. */
  'refused-address',
  /** It is a port that the server asks for nobody: below 1024 these are all but 80 and 443. */
  'refused-port',
  /** The name has no address. */
  'dns',
  /** The name server did not answer in time. */
  'dns-timeout',
  /** Nothing listens on the port. */
  'refused',
  /** Nothing came back in time. */
  'timeout',
  /** The other side ended the connection. */
  'reset',
  /** There is no TLS behind the port, or none that the two sides agree on. */
  'tls',
  /** There is no way to the address from here. */
  'unreachable-network',
] as const

export type ProbeReason = (typeof PROBE_REASONS)[number]

/** How many targets may be sent at once, and be checked by the clock. */
export const PROBE_BATCH_MAX = 200

export const PROBE_INTERVALS_MIN = [10, 30, 60] as const

/** As many checks a schedule may ask for in a day. */
export const SCHEDULED_PROBES_PER_DAY = 10_000

/** So many results of each target are kept. */
export const PROBE_HISTORY_MAX = 24
