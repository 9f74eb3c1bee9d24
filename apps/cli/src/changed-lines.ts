/** A replaced stretch of a text. */
export interface ChangedStretch {
  from: number
  to: number
  text: string
}

const CONTEXT = 3

/** What edits do to a text, as `diff -u` says it; empty where they do nothing. Only the lines of edits are looked at. */
export function changedLines(text: string, edits: readonly ChangedStretch[], name: string): string {
  const lines = text === '' ? [] : text.split(/(?<=\n)/)
  const hunks = joined(stretchesOf(text, lines, edits))
  if (hunks.length === 0) return ''
  let shift = 0
  const parts = hunks.map((hunk) => {
    const before = hunk.at(0)!
    const after = hunk.at(-1)!
    const start = Math.max(0, before.line - CONTEXT)
    const end = Math.min(lines.length, after.line + after.old.length + CONTEXT)
    const body: string[] = []
    let at = start
    for (const { line, old, now } of hunk) {
      body.push(...lines.slice(at, line).map((one) => ` ${one}`), ...old.map((one) => `-${one}`), ...now.map((one) => `+${one}`)) // oxfmt-ignore
      at = line + old.length
    }
    body.push(...lines.slice(at, end).map((one) => ` ${one}`))
    const grown = hunk.reduce((sum, { old, now }) => sum + now.length - old.length, 0)
    const head = `@@ -${rangeOf(start, end - start)} +${rangeOf(start + shift, end - start + grown)} @@\n`
    shift += grown
    return head + body.map((one) => (one.endsWith('\n') ? one : `${one}\n\\ No newline at end of file\n`)).join('')
  })
  return `--- ${name}\n+++ ${name}\n${parts.join('')}`
}

function rangeOf(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`
}

/** Lines that go, and those that come in their place. */
interface LineChange {
  /** From 0. */
  line: number
  old: string[]
  now: string[]
}

function stretchesOf(text: string, lines: readonly string[], edits: readonly ChangedStretch[]): LineChange[] {
  const starts: number[] = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += line.length
  }
  const lineAt = (offset: number) => {
    let low = 0
    let high = Math.max(0, starts.length - 1)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  const found: { first: number; last: number; edits: ChangedStretch[] }[] = []
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    const first = lineAt(edit.from)
    const last = lineAt(edit.to)
    const before = found.at(-1)
    if (before === undefined || first > before.last) found.push({ first, last, edits: [edit] })
    else {
      before.last = Math.max(before.last, last)
      before.edits.push(edit)
    }
  }
  return found.flatMap((stretch) => {
    const from = starts[stretch.first] ?? 0
    const to = starts[stretch.last + 1] ?? length
    let now = ''
    let at = from
    for (const edit of stretch.edits) {
      now += text.slice(at, edit.from) + edit.text
      at = edit.to
    }
    now += text.slice(at, to)
    const change = trimmed({ line: stretch.first, old: lines.slice(stretch.first, stretch.last + 1), now: now.split(/(?<=\n)/).filter((one) => one !== '') }) // oxfmt-ignore
    return change.old.length + change.now.length === 0 ? [] : [change]
  })
}

/** Without the lines that stay. */
function trimmed({ line, old, now }: LineChange): LineChange {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  return { line: line + head, old: old.slice(head, old.length - tail), now: now.slice(head, now.length - tail) }
}

/** Changes that share lines around them stand in one hunk. */
function joined(changes: readonly LineChange[]): LineChange[][] {
  const hunks: LineChange[][] = []
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1)
    if (last !== undefined && change.line - (last.line + last.old.length) <= 2 * CONTEXT) hunks.at(-1)!.push(change)
    else hunks.push([change])
  }
  return hunks
}
