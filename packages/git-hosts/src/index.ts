/** Files in repositories of Git hosts, by one interface. */
export { github } from './github/github.ts'
export { createGitHost, type GitHostOptions } from './host/create-git-host.ts'
export type { Dialect } from './host/dialect.ts'
export { GIT_FAILURES, GitHostError } from './host/failure.ts'
export type { GitFailure, GitFailureCode } from './host/failure.ts'
export type * from './host/git-host.ts'
