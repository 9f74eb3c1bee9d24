import type { Migration } from 'kysely/migration'
import { checks } from './001-checks.ts'
import { accounts } from './002-accounts.ts'
import { subscriptions } from './003-subscriptions.ts'
import { publications } from './004-publications.ts'
import { servedOutputs } from './005-served-outputs.ts'
import { keptLists } from './006-kept-lists.ts'
import { keptItems } from './007-kept-items.ts'
import { shortLinks } from './008-short-links.ts'
import { outputKinds } from './009-output-kinds.ts'
import { storage } from './010-storage.ts'
import { freeNodes } from './011-free-nodes.ts'
import { probeSchedules } from './012-probe-schedules.ts'

/** Every change of the tables, in order. They only go forward: what has been released is never changed again. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-checks': checks,
  '002-accounts': accounts,
  '003-subscriptions': subscriptions,
  '004-publications': publications,
  '005-served-outputs': servedOutputs,
  '006-kept-lists': keptLists,
  '007-kept-items': keptItems,
  '008-short-links': shortLinks,
  '009-output-kinds': outputKinds,
  '010-storage': storage,
  '011-free-nodes': freeNodes,
  '012-probe-schedules': probeSchedules,
}
