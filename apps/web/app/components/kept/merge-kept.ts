import type { KeptItem } from '@switchyard/contract'

/** What every row has that a device keeps and an account may have too. */
export interface KeptRow extends Pick<KeptItem, 'kind' | 'id' | 'name'> {
  /** When its person changed it last, ms. */
  changed: number
  /** The account has it too. */
  synced?: true
  /** The account is to have it, as it had before. */
  goesToAccount?: true
  /** It came from the account, and goes with its session. */
  fromAccount?: true
  /** It was taken away here, and the account does not know yet. */
  removed?: true
}

export const keyOfKept = ({ kind, id }: Pick<KeptRow, 'kind' | 'id'>) => `${kind} ${id}`

export interface MergePlan<Row> {
  /** What this device has afterwards. */
  here: Row[]
  /** What the account is sent, and what it is asked to remove. */
  send: Row[]
  remove: Row[]
  added: number
  replaced: number
}

/**
 * Merges what is here with what the account has, by kind and id: the newest wins. What the account never had goes there only
 * when `goes` says so. What the account once had and has no more was removed on another device.
 */
export function mergeKept<Row extends KeptRow>(
  here: readonly Row[],
  account: readonly Row[],
  goes: (row: Row) => boolean,
): MergePlan<Row> {
  const there = new Map(account.map((row) => [keyOfKept(row), row]))
  const plan: MergePlan<Row> = { here: [], send: [], remove: [], added: 0, replaced: 0 }
  for (const one of here) {
    const other = there.get(keyOfKept(one))
    there.delete(keyOfKept(one))
    if (one.removed) {
      // Who changed it elsewhere after it was removed here wants it.
      if (other && other.changed > one.changed) plan.here.push(other)
      else if (other) plan.remove.push(one)
    } else if (other && other.changed > one.changed) {
      plan.here.push(one.fromAccount ? other : madeHere(other))
      plan.replaced++
    } else if (other) {
      plan.here.push({ ...one, synced: true })
      if (one.changed > other.changed) plan.send.push(one)
    } else if (one.synced) {
      // It was removed elsewhere.
    } else if (one.goesToAccount || goes(one)) {
      plan.here.push({ ...one, synced: true })
      plan.send.push(one)
    } else plan.here.push(one)
  }
  for (const other of there.values()) {
    plan.here.push(other)
    plan.added++
  }
  return plan
}

/** The newer state of something that this device made: it stays when the session ends. */
function madeHere<Row extends KeptRow>(row: Row): Row {
  const { fromAccount: _, ...rest } = row
  // A row without what it may lack is a row.
  return rest as Row
}

/** What stays when a session ends: what came from the account goes, the rest is this device's alone again. */
export function withoutAccount<Row extends KeptRow>(rows: readonly Row[]): Row[] {
  return rows.filter(({ fromAccount, removed }) => !fromAccount && !removed).map(ofDeviceAlone)
}

/** The same row, of which no account knows. */
export function ofDeviceAlone<Row extends KeptRow>(row: Row): Row {
  const { synced: _, goesToAccount: __, ...own } = madeHere(row)
  // As above.
  return own as Row
}
