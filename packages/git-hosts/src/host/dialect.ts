import type { Ask, HostCall, HostRefusal } from './ask.ts'
import type { GitFailureCode } from './failure.ts'
import type { CommitRequest, GitHost } from './git-host.ts'
import type { HostFacts } from './host-facts.ts'

/** What one kind of host does for each operation, in its own words. */
export interface HostOperations extends Omit<GitHost, 'facts' | 'write'> {
  /**
   * Writes one commit and gives its id. It makes sure, as far as the host can, that every file still has the version
   * that its change expects; else it throws, with whatever code: the host is then read again.
   */
  write(repository: string, branch: string, request: CommitRequest): Promise<string>
}

/** One kind of host: a table of operations, and what its refusals mean. A new one is a folder with one of these. */
export interface Dialect {
  facts: HostFacts
  authorize: (call: HostCall, token: string) => HostCall
  classify: (refusal: HostRefusal) => GitFailureCode | undefined
  operations: (ask: Ask, base: string) => HostOperations
}
