import type { ProbeResult, ProbeTarget } from '@switchyard/contract'

/** What is known of whether the server of a node answers. */
export interface NodeCheck {
  /** What is tried at it; undefined: nobody without its secrets can try anything. */
  target: ProbeTarget | undefined
  /** The oldest first. */
  results: readonly ProbeResult[]
  /** Somebody waits for the next one. */
  isAwaited?: boolean
}

/** Nodes with the same target share what is found. */
export function targetKey({ host, port, transport, sni = '', alpn = [] }: ProbeTarget): string {
  return JSON.stringify([host.toLowerCase(), port, transport, sni.toLowerCase(), ...alpn])
}
