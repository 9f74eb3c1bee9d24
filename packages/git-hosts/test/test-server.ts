import type { GitHost, GitHostOptions } from '@switchyard/git-hosts'

/** A host that tests may write to, real or made by us. */
export interface TestServer {
  /** A new editor: a host of its own, whose requests go through `fetch` when it is given. */
  connect(options?: Partial<Pick<GitHostOptions, 'fetch' | 'timeoutMs' | 'now'>>): GitHost
  /** The path of a new repository; with `README.md` in it, or nothing at all. */
  newRepository(isEmpty?: boolean): Promise<string>
  /** What reaches the server, for tests that stand in between. */
  fetch: typeof fetch
  login: string
  defaultBranch: string
  /** It refuses writes to protected branches. */
  keepsProtection: boolean
  close(): Promise<void>
}

/** No test waits between tries. */
export const NO_WAIT = async () => {}
