import { table } from './table.ts'

/** What a person keeps by its kind and id. Times are milliseconds since 1970. */
export const KEPT_TABLES = {
  kept_item: table<{
    user_id: string
    kind: string
    id: string
    name: string
    body: string
    changed: number
  }>({
    since: '007-kept-items',
    key: ['user_id', 'kind', 'id'],
    owner: 'user_id',
    exported: 'kept',
    sealed: ['body'],
    quota: { bytes: ['body'], rows: 500 },
  }),
}
