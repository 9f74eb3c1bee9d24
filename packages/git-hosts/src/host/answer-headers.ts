/** The headers of an answer that some dialect reads: all that a relay has to pass on. */
export const ANSWER_HEADERS = [
  'content-type',
  'link',
  'x-next-page',
  'total_page',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-reset',
  'x-oauth-scopes',
  'x-accepted-oauth-scopes',
  'x-gitlab-blob-id',
  'x-gitlab-last-commit-id',
] as const
