import { textOf, type ConfigDraft } from './config-draft.ts'

/** Outbounds that only say that they are direct: nothing may name one as its detour. */
export function bareDirects(draft: ConfigDraft): ReadonlySet<unknown> {
  const bare = draft
    .records('outbounds')
    .filter((outbound) => outbound['type'] === 'direct')
    .filter((outbound) => Object.keys(outbound).every((key) => key === 'type' || key === 'tag'))
  return new Set(bare.map(({ tag }) => tag))
}

/** The outbound that takes what no rule takes. */
export function defaultOutbound(draft: ConfigDraft): string | undefined {
  return textOf(draft.look('route')['final']) ?? textOf(draft.records('outbounds')[0]?.['tag'])
}

/** All outbounds that are direct. */
export function directs(draft: ConfigDraft): ReadonlySet<unknown> {
  return new Set(draft.records('outbounds').flatMap(({ type, tag }) => (type === 'direct' ? [tag] : [])))
}
