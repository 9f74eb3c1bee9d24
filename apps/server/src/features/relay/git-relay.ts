import { hostAtBase, isApiPath } from '@switchyard/git-hosts/facts'
import { wordIssue } from '@switchyard/locale'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { TEXTS_BODY_BYTES } from '../../http/body-limit.ts'
import { langOf } from '../../http/lang-of.ts'
import { relayOf } from '../../settings.ts'

const RETRY_S = 60

/**
 * Forwards one request to a Git host that refuses browsers, for a person who agreed to it for this host: to the API alone,
 * by its paths. Nothing is kept of it, and its token stands in no log.
 */
export function gitRelay({ settings, askGitHost }: Pick<Deps, 'settings' | 'askGitHost'>): Endpoint[] {
  const access = relayOf(settings)
  if (access === 'off') return []

  return [
    endpoint(
      'POST /api/relay/git',
      { who: access === 'users' ? 'member' : 'visitor', bodyBytes: TEXTS_BODY_BYTES },
      async ({ c, user, body: { base, path, method, headers, body }, address, hold }) => {
        const facts = hostAtBase(base)
        if (!facts) throw new ApiRefusal('bad-request', { field: 'base' })
        if (!isApiPath(base, facts, path)) throw new ApiRefusal('bad-request', { field: 'path' })
        const answer = await askGitHost({
          user: user?.id ?? address(),
          url: base + path,
          method,
          headers,
          ...(body !== undefined && { body }),
          signal: c.req.raw.signal,
        })
        if ('failure' in answer) {
          const { failure: reason } = answer
          if (reason === 'busy') throw new ApiRefusal('too-many-requests', { retryAfterS: RETRY_S })
          const words = wordIssue(
            { code: 'fetch-failed', severity: 'error', field: reason, args: { reason } },
            langOf(c),
          )
          throw new ApiRefusal('fetch-failed', { reason }, words)
        }
        await hold(answer.body.length)
        return { status: answer.status, headers: answer.headers, body: answer.body.toString('base64') }
      },
    ),
  ]
}
