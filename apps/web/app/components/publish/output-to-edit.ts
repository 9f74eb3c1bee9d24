import type { DataOf } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import type { HandedItem, HandedOutput } from '../handover/handover.ts'
import { failureData } from '../api-call/api-failure.ts'

type Output = Extract<DataOf<'GET /api/outputs/:output'>, { kind: 'recipe' }>
type Item = DataOf<'GET /api/subscriptions'>['items'][number]

/** An output with what its items hold now, for the screen where its recipe is edited. */
export async function outputToEdit({ id, name, revision, recipe, items }: Output): Promise<HandedOutput> {
  const used = new Set(Object.values(items))
  const kept = used.size === 0 ? [] : (await call('GET /api/subscriptions', { quiet: true })).items
  const held = await Promise.all(
    kept.filter((item) => used.has(item.id)).map(async (item) => [item.id, await whatHolds(item)] as const),
  )
  return { id, name, revision, recipe, items, held: Object.fromEntries(held) }
}

async function whatHolds({ id, kind, prefix }: Item): Promise<HandedItem> {
  const params = { item: id }
  const [read, body] = await Promise.all([
    call('GET /api/subscriptions/:item/text', { params, quiet: true }).catch((error: unknown) => {
      // Its provider has given nothing yet.
      if (failureData(error)?.error === 'not-found') return undefined
      throw error
    }),
    kind === 'address' ? call('GET /api/subscriptions/:item/body', { params, quiet: true }) : undefined,
  ])
  return {
    text: read?.text ?? '',
    ...(read ? { at: read.at } : {}),
    ...(body ? { url: body.body } : {}),
    ...(prefix ? { prefix } : {}),
  }
}
