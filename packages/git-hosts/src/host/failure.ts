/** Why a host did not do what it was asked. The words are in `@switchyard/locale`, in every language. */
export const GIT_FAILURES = [
  /** The host does not know the token, or it has run out. */
  'token-invalid',
  /** The token may not do this. */
  'scope-missing',
  /** Too many calls: not before `until`. */
  'rate-limited',
  /** No such file, folder, branch or commit. */
  'not-found',
  /** No such repository, or the token may not see it. */
  'repository-not-found',
  /** A file has changed since it was read; nothing was written. */
  'conflict',
  /** A file or branch of this name is there already. */
  'exists',
  /** The branch is protected or the repository is an archive. */
  'protected',
  'too-large',
  /** All the room that the person has there is taken. */
  'no-room',
  /** No answer, or one that says that the host is in trouble. */
  'host-unreachable',
  /** The host answers, and not to web pages. */
  'host-refuses-browsers',
  /** An answer that is none of this API. */
  'bad-answer',
] as const

export type GitFailureCode = (typeof GIT_FAILURES)[number]

/** Plain data, so that it may pass between threads. */
export interface GitFailure {
  code: GitFailureCode
  status?: number
  /** What the host says of it, for people who look closer. */
  said?: string
  /** When calls are allowed again, in milliseconds since 1970. */
  until?: number
  /** The scopes of which the call needs one. */
  scopes?: string[]
  /** Files that another version stands in than was expected; without a version the file is gone. */
  changed?: readonly { path: string; version?: string }[]
  /** The answer was lost and the host could not be asked again: the change may be there. */
  mayBeWritten?: true
}

/** The host said no, or said nothing. */
export class GitHostError extends Error {
  readonly failure: GitFailure

  constructor(failure: GitFailure, cause?: unknown) {
    super(`${failure.code}${failure.status ? ` (${failure.status})` : ''}${failure.said ? `: ${failure.said}` : ''}`, {
      cause,
    })
    this.name = 'GitHostError'
    this.failure = failure
  }
}
