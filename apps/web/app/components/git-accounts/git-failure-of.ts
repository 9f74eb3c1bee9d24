import { GitHostError, type GitFailure } from '@switchyard/git-hosts'

/** Why a host said no. What is no answer of a host is a bug, or a connection that is lost. */
export function gitFailureOf(error: unknown): GitFailure {
  return error instanceof GitHostError ? error.failure : { code: 'host-unreachable' }
}
