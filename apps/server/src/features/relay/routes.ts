import { wordIssue } from '@switchyard/locale'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { langOf } from '../../http/lang-of.ts'
import { relayOf } from '../../settings.ts'
import { SourceAsker } from '../../items/source-asker.ts'

const RETRY_S = 60

/** Fetches an address once, for a page whose browser may not read it. Nothing is kept of address and answer. */
export function relay(deps: Pick<Deps, 'settings' | 'safeFetch' | 'engine' | 'now' | 'shared'>): Endpoint[] {
  const { settings } = deps
  const access = relayOf(settings)
  const asker = new SourceAsker(deps)
  if (access === 'off') return []

  return [
    endpoint(
      'POST /api/relay',
      { who: access === 'users' ? 'member' : 'visitor', scope: 'convert' },
      async ({ c, user, body: { url, userAgent }, address }) => {
        const asked = await asker.askOnce({
          url,
          user: user?.id ?? address(),
          ...(userAgent ? { userAgent } : {}),
        })
        if (asked === 'busy') throw new ApiRefusal('too-many-requests', { retryAfterS: RETRY_S })
        const { outcome, text = '' } = asked
        if ('failure' in outcome) {
          const { failure: reason, status } = outcome
          const known = { reason, ...(status === undefined ? {} : { status }) }
          const words = wordIssue({ code: 'fetch-failed', severity: 'error', field: reason, args: known }, langOf(c))
          throw new ApiRefusal('fetch-failed', known, words)
        }
        const { subscription } = outcome.answer
        return { text, ...(subscription ? { subscription } : {}) }
      },
    ),
  ]
}
