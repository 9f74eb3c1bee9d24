import type { KeptItem, KeptKind } from '@switchyard/contract'

/** Something that a person starred. */
export interface Favourite {
  kind: KeptKind
  id: string
  name: string
  /** What is needed to use it: a share link, settings. A tool needs nothing. */
  data?: string
  folder?: string
  /** Where it stands: smaller is higher. A move changes the number of one row alone. */
  place: number
  /** When its person changed it last, ms. */
  changed: number
  /** The account has it too. */
  synced?: true
  /** It came from the account, and goes with its session. */
  fromAccount?: true
  /** It was taken away here, and the account does not know yet. */
  removed?: true
}

export const keyOfFavourite = ({ kind, id }: Pick<Favourite, 'kind' | 'id'>) => `${kind} ${id}`

/** As the account keeps it. What is written about it stands in the body, which is sealed there. */
export function keptOf({ kind, id, name, data, folder, place, changed }: Favourite): KeptItem {
  return { kind, id, name, body: JSON.stringify({ data, folder, place }), changed }
}

/** Reads what an account has. A body that another program wrote has none of it. */
export function favouriteOf({ kind, id, name, body, changed }: KeptItem): Favourite {
  const said = readBody(body)
  const text = (key: string) => (typeof said[key] === 'string' ? { [key]: said[key] } : {})
  const place = typeof said['place'] === 'number' ? said['place'] : changed
  return { kind, id, name, ...text('data'), ...text('folder'), place, changed, synced: true, fromAccount: true }
}

function readBody(body: string): Partial<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(body)
    return typeof said === 'object' && said !== null ? { ...said } : {}
  } catch {
    return {}
  }
}

/** As the contract has it. What is longer stays on the device. */
const BODY_MAX = 64 * 1024

export interface MergePlan {
  /** What this device has afterwards. */
  here: Favourite[]
  /** What the account is sent, and what it is asked to remove. */
  send: Favourite[]
  remove: Favourite[]
  added: number
  replaced: number
}

/**
 * Merges what is here with what the account has, by kind and id: the newest wins. Nodes go to the account only when they are
 * there already, or with `nodes`. What the account once had and has no more was removed on another device.
 */
export function mergeFavourites(
  here: readonly Favourite[],
  account: readonly KeptItem[],
  { nodes = false }: { nodes?: boolean } = {},
): MergePlan {
  const there = new Map(account.map((item) => [keyOfFavourite(item), favouriteOf(item)]))
  const plan: MergePlan = { here: [], send: [], remove: [], added: 0, replaced: 0 }
  for (const one of here) {
    const other = there.get(keyOfFavourite(one))
    there.delete(keyOfFavourite(one))
    if (one.removed) {
      // Who changed it elsewhere after it was removed here wants it.
      if (other && other.changed > one.changed) plan.here.push(other)
      else if (other) plan.remove.push(one)
    } else if (other && other.changed > one.changed) {
      const origin = one.fromAccount ? {} : { fromAccount: undefined }
      plan.here.push(withoutAbsent({ ...other, ...origin }))
      plan.replaced++
    } else if (other) {
      plan.here.push({ ...one, synced: true })
      if (one.changed > other.changed) plan.send.push(one)
    } else if (one.synced) {
      // It was removed elsewhere.
    } else {
      const goes = (one.kind !== 'node' || nodes) && keptOf(one).body.length <= BODY_MAX
      plan.here.push(goes ? { ...one, synced: true } : one)
      if (goes) plan.send.push(one)
    }
  }
  for (const other of there.values()) {
    plan.here.push(other)
    plan.added++
  }
  return plan
}

function withoutAbsent({
  fromAccount,
  ...rest
}: Omit<Favourite, 'fromAccount'> & { fromAccount?: true | undefined }): Favourite {
  return fromAccount ? { ...rest, fromAccount } : rest
}

/** What stays when a session ends: what came from the account goes, the rest is this device's alone again. */
export function withoutAccount(favourites: readonly Favourite[]): Favourite[] {
  return favourites
    .filter(({ fromAccount, removed }) => !fromAccount && !removed)
    .map((favourite) => {
      const { synced: _, ...own } = favourite
      return own
    })
}

/** In the order of their places. */
export const inPlace = (favourites: readonly Favourite[]): Favourite[] =>
  favourites.filter(({ removed }) => !removed).sort((a, b) => a.place - b.place)

/** The place between two rows, for a row that moves there. */
export function placeBetween(above: Favourite | undefined, below: Favourite | undefined): number {
  if (above && below) return (above.place + below.place) / 2
  return above ? above.place + 1 : (below?.place ?? 1) - 1
}
