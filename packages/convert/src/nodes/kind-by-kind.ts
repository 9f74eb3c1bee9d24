/** So many links or nodes are worked on together. More cost memory (docs/measurements.md) and gain nothing. */
export const BATCH = 128

/**
 * Does the same work for every item of a batch, one kind after the other; within a kind in order. The processor and the
 * memories of the reader and of the printer do best with many nodes of one protocol in a row: a mixed list takes half as
 * long again when it is worked on in the order given (docs/measurements.md).
 */
export function kindByKind<T>(batch: readonly T[], kindOf: (item: T) => unknown, work: (item: T) => void): void {
  const kinds = new Map<unknown, T[]>()
  for (const item of batch) {
    const kind = kindOf(item)
    const same = kinds.get(kind)
    if (same === undefined) kinds.set(kind, [item])
    else same.push(item)
  }
  for (const same of kinds.values()) for (const item of same) work(item)
}
