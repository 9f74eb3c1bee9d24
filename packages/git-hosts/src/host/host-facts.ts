/** What is true of one kind of host, light enough for a page. */
export interface HostFacts {
  id: string
  /** As the host calls itself. */
  name: string
  /** Where its API is when the person names no other; absent where everybody runs their own. */
  defaultBase?: string
  /** How the base of an own server ends; what stands before it is free. */
  baseEnding: string
  /** The smallest scope that reads, and the one that writes. */
  scopes: { read: string; write: string }
  /** Where a person makes a token. */
  tokenPage: (base: string) => string
  canDeleteBranch: boolean
  /** Whether browsers may call it as it is installed. */
  allowsBrowsers: boolean
  /** How the paths of its API begin, behind the base: all that a relay has to let through. */
  apiPaths: readonly string[]
}
