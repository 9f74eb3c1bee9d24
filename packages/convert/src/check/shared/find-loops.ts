/** Nobody reads more, and a chain whose names all lead back to its first one has a loop for each. */
const MAX_LOOPS = 100

/** Names that lead to one another; every loop once, from its first name in the order given. The first 100 are found. */
export function findLoops(links: ReadonlyMap<string, readonly string[]>): string[][] {
  const loops: string[][] = []
  const done = new Set<string>()
  for (const start of links.keys()) {
    if (done.has(start)) continue
    const path: string[] = []
    const on = new Map<string, number>()
    // A stack of its own: chains may be longer than calls may nest.
    const stack: { name: string; next: number }[] = [{ name: start, next: 0 }]
    path.push(start)
    on.set(start, 0)
    while (stack.length > 0) {
      const frame = stack.at(-1)!
      const name = links.get(frame.name)?.[frame.next++]
      if (name === undefined) {
        stack.pop()
        path.pop()
        on.delete(frame.name)
        done.add(frame.name)
        continue
      }
      const at = on.get(name)
      if (at !== undefined) {
        loops.push(path.slice(at))
        if (loops.length === MAX_LOOPS) return loops
        continue
      }
      if (done.has(name) || !links.has(name)) continue
      on.set(name, path.length)
      path.push(name)
      stack.push({ name, next: 0 })
    }
  }
  return loops
}
