import { wordIssue } from '@switchyard/locale'
import type { FetchOutcome } from '@switchyard/sources'
import type { Deps } from '../../deps.ts'
import { within } from '../../http/engine-refusal.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { langOf } from '../../http/lang-of.ts'
import { relayOf } from '../../settings.ts'
import { SourceAsker } from '../../items/source-asker.ts'

const RETRY_S = 60
const NOT_A_SUBSCRIPTION: Extract<FetchOutcome, { failure: unknown }> = { failure: 'not-a-subscription' }

/** Fetches an address once, for a page whose browser may not read it. Nothing is kept of address and answer. */
export function relay(deps: Pick<Deps, 'settings' | 'safeFetch' | 'engine' | 'now' | 'shared'>): Endpoint[] {
  const { settings, engine } = deps
  const access = relayOf(settings)
  const sources = new SourceAsker(deps)
  if (access === 'off') return []

  return [
    endpoint(
      'POST /api/relay',
      { who: access === 'users' ? 'member' : 'visitor', scope: 'convert' },
      async ({ c, user, body: { url, userAgent }, address, asker }) => {
        const asked = await sources.askOnce({
          url,
          user: user?.id ?? address(),
          ...(userAgent ? { userAgent } : {}),
        })
        if (asked === 'busy') throw new ApiRefusal('too-many-requests', { retryAfterS: RETRY_S })
        const { outcome, text = '' } = asked
        // Nothing else that a server in a private network says goes through here.
        const isAnother =
          'answer' in outcome &&
          outcome.answer.nodes === 0 &&
          !(await within(engine({ kind: 'recognise', text }, asker())))
        if ('failure' in outcome || isAnother) {
          const { failure: reason, status } = 'failure' in outcome ? outcome : NOT_A_SUBSCRIPTION
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
