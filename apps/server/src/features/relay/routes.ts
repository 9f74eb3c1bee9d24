import { RelayRequest } from '@switchyard/contract'
import { wordIssue } from '@switchyard/locale'
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { answerData, requireRequest } from '../../http/api-answers.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { visitorKey } from '../../http/client-address.ts'
import { langOf } from '../../http/lang-of.ts'
import { findUser, requireUser } from '../../http/visitor.ts'
import { relayOf } from '../../settings.ts'
import { SourceAsker } from '../../items/source-asker.ts'

const RETRY_S = 60

/** Fetches an address once, for a page whose browser may not read it. Nothing is kept of address and answer. */
export function relay(deps: Pick<Deps, 'settings' | 'safeFetch' | 'engine' | 'now'>): Hono {
  const { settings } = deps
  const access = relayOf(settings)
  const asker = new SourceAsker(deps)
  const routes = new Hono()
  if (access === 'off') return routes

  routes.post('/api/relay', async (c) => {
    const user = access === 'users' ? requireUser(c, 'convert') : findUser(c, 'convert')
    const { url, userAgent } = await requireRequest(c, RelayRequest)
    const asked = await asker.askOnce({
      url,
      user: user?.id ?? visitorKey(c, settings.TRUSTED_PROXIES),
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
    return answerData(c, 'POST /api/relay', { text, ...(subscription ? { subscription } : {}) })
  })
  return routes
}
