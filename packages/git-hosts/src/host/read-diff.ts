import type { FileDifference } from './git-host.ts'

/** A whole diff as git prints it, file by file. */
export function readDiff(diff: string): FileDifference[] {
  return diff.split(/^(?=diff --git )/m).flatMap((part) => {
    const head = part.split(/^@@ /m, 1)[0]!
    const path = pathIn(head)
    if (path === undefined) return []
    const previousPath = quoted(/^rename from (.*)$/m.exec(head)?.[1])
    const hunks = part.slice(head.length)
    return [{ path, previousPath, change: changeIn(head), ...(hunks && { patch: hunks.replace(/\n$/, '') }) }]
  })
}

function changeIn(head: string): FileDifference['change'] {
  if (/^new file mode/m.test(head)) return 'added'
  if (/^deleted file mode/m.test(head)) return 'removed'
  return /^rename to /m.test(head) ? 'moved' : 'changed'
}

/** `+++` names the file, of a removed one `---`; an empty or binary file is named by the first line alone. */
function pathIn(head: string): string | undefined {
  const renamed = quoted(/^rename to (.*)$/m.exec(head)?.[1])
  if (renamed !== undefined) return renamed
  for (const line of [/^\+\+\+ (.*)$/m, /^--- (.*)$/m]) {
    const path = quoted(line.exec(head)?.[1])
    if (path !== undefined && path !== '/dev/null') return path.slice(2)
  }
  // Both names are the same: `a/<path> b/<path>`.
  const names = /^diff --git (.*)$/m.exec(head)?.[1]
  if (names === undefined) return undefined
  return quoted(names.slice(names.length / 2 + 0.5))?.slice(2)
}

/** Names with other signs than those of ASCII are in quotes, their bytes in octal; a tab ends a name with spaces. */
function quoted(name: string | undefined): string | undefined {
  if (!name?.startsWith('"')) return name?.replace(/\t$/, '')
  const bytes: number[] = []
  for (const [sign, octal, letter] of name.slice(1, name.lastIndexOf('"')).matchAll(/\\(?:(\d{3})|(.))|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...new TextEncoder().encode(letter === undefined ? sign : (ESCAPES[letter] ?? letter)))
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }
