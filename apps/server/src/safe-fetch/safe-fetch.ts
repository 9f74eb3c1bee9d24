import type { Logger } from 'pino'

export interface SafeFetchDeps {
  privateUpstreams: readonly string[]
  ownHosts: readonly string[]
  log: Logger
}

export type SafeFetch = (url: string) => Promise<never>

export function createSafeFetch(_deps: SafeFetchDeps): SafeFetch {
  return () => Promise.reject(new Error('later'))
}
