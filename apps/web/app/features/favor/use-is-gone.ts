import { NAMED_KINDS } from '@switchyard/contract/kept-kinds'
import { useEffect, useMemo, useState } from 'react'
import type { Favourite } from '../../components/favourites/favourite.ts'
import { thingRows } from '../../components/kept/kept-things.ts'
import { session } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

type Rows = ReturnType<typeof thingRows>

const NOTHING: Rows['state'] = createStore({ rows: [], isReady: false })
/** What the device and the account of a person have of a kind is asked once in this page. */
const asking = new Map<string, Promise<void>>()

/** Whether a named set was deleted: neither this device nor the account of who is signed in has it. */
export function useIsGone(favourite: Favourite): boolean {
  const set = useMemo(() => setOf(favourite), [favourite])
  const userId = useStore(session, undefined)?.user?.id
  const [askedFor, setAskedFor] = useState<Rows>()
  useEffect(() => {
    let isWanted = true
    // An account that gives no answer may have it.
    if (set) void ask(set, userId).then(() => isWanted && setAskedFor(set.rows), () => undefined) // oxfmt-ignore
    return () => {
      isWanted = false
    }
  }, [set, userId])
  const { rows } = useStore(set?.rows.state ?? NOTHING, NOTHING.get())
  return set !== undefined && askedFor === set.rows && isGoneFrom(rows, set.id)
}

/** Whether none of these rows is the one of this id. */
export function isGoneFrom(rows: readonly { id: string; removed?: boolean }[], id: string): boolean {
  return !rows.some((row) => row.id === id && row.removed !== true)
}

/** A set is called by its kind and its id: `mapping/abc`. */
function setOf({ kind, id }: Favourite) {
  const [word, ...rest] = id.split('/')
  const named = NAMED_KINDS.find((one) => one === word)
  if (kind !== 'set' || named === undefined) return undefined
  return { kind: named, id: rest.join('/'), rows: thingRows(named) }
}

function ask({ kind, rows }: NonNullable<ReturnType<typeof setOf>>, userId: string | undefined): Promise<void> {
  const key = `${kind} ${userId ?? ''}`
  const known = asking.get(key)
  if (known) return known
  const asked = askNow(rows, userId)
  asking.set(key, asked)
  asked.catch(() => asking.delete(key))
  return asked
}

async function askNow(rows: Rows, userId: string | undefined): Promise<void> {
  await rows.start()
  if (userId === undefined) return
  rows.syncWith(userId)
  await rows.sync(() => false)
}
