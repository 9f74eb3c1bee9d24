import type { DeviceParts } from './device-items.ts'
import type { ItemRow } from './item-rows.ts'

// For tests: a device without a browser.

/** Rows in memory, as a browser keeps them: what is given out is no part of them. */
export function rowsInMemory() {
  const kept = new Map<string, ItemRow>()
  return {
    kept,
    all: () => Promise.resolve(structuredClone([...kept.values()])),
    write: ({ put = [], remove = [] }: { put?: readonly ItemRow[]; remove?: readonly string[] }) => {
      for (const id of remove) kept.delete(id)
      for (const row of put) kept.set(row.id, structuredClone(row))
      return Promise.resolve()
    },
  }
}

/** Works one after the other, as locks between tabs have it. */
function turns(): DeviceParts['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

export const partsOf = (more: Partial<DeviceParts> = {}): DeviceParts => ({
  rows: rowsInMemory(),
  fetchText: () => Promise.resolve({ error: 'refused' as const }),
  // One link a line is all that these tests give.
  count: (text) =>
    Promise.resolve({ nodes: text.match(/^\w+:\/\//gm)?.length ?? 0, information: 0, skipped: 0, digest: text }),
  now: () => 1000,
  inTurn: turns(),
  report: () => {},
  ...more,
})
