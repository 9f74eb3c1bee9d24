import { findNodeAtLocation, parseTree } from 'jsonc-parser'

/** Says on which line of a JSON text the value of a path stands: `rules[3].port` on line 12, from 1. */
export function jsonLines(text: string): (path: string) => number | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true })
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (path) => {
    const steps = path.split(/[.[\]]/).filter((step) => step !== '')
    const found = root && findNodeAtLocation(root, steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))) // oxfmt-ignore
    if (found === undefined) return undefined
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= found.offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
