import { isClientId } from '@switchyard/convert/facts'
import type { DataOf } from '@switchyard/contract'
import type { Handover } from '../handover/handover.ts'

/** A config that is published as it is. */
export type PublishedConfig = Extract<DataOf<'GET /api/outputs/:output'>, { kind: 'text' }>

/** A published config for the workbench, where it is changed and published again. */
export function configToOpen({
  id,
  name,
  revision,
  client,
  text,
}: PublishedConfig): Extract<NonNullable<Handover['opens']>, { origin: 'output' }> {
  const published = { id, name, revision }
  return { name, text, origin: 'output', published, ...(isClientId(client) ? { client } : {}) }
}
