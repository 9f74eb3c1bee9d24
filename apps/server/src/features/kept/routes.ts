import { KEPT_KINDS } from '@switchyard/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { TEXTS_BODY_BYTES } from '../../http/body-limit.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { KeptStore } from './kept-store.ts'

/** It may stand there several times. */
const KINDS = { kind: z.array(z.enum(KEPT_KINDS)).optional() }

/** What a person keeps by kind and id. The newest of each stays, wherever it comes from. */
export function kept({ store, now }: Pick<Deps, 'store' | 'now'>): Endpoint[] {
  const items = new KeptStore(store)
  return [
    endpoint('GET /api/kept', { who: 'member', scope: 'read', query: KINDS }, async ({ c, user }) => ({
      items: await items.list(user.id, c.req.queries('kind')),
    })),
    endpoint('POST /api/kept', { who: 'member', scope: 'write', bodyBytes: TEXTS_BODY_BYTES }, ({ user, body }) =>
      items.merge(user.id, body.items, now()),
    ),
    endpoint('DELETE /api/kept/:kind/:kept', { who: 'member', scope: 'write' }, async ({ c, user }) => {
      await items.remove(user.id, c.req.param('kind'), c.req.param('kept'))
      return {}
    }),
  ]
}
