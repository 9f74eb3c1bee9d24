/** Items as the names in `order` stand; one that is not in it stays behind the one it came after. */
export function inOrder<T>(items: readonly T[], order: readonly string[], nameOf: (item: T) => string): T[] {
  const place = new Map(order.map((name, index) => [name, index]))
  let last = -1
  return items
    .map((item) => ({ item, at: (last = place.get(nameOf(item)) ?? last) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
