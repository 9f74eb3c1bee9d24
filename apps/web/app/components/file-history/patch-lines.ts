/** A line of a unified diff as it is shown. A gap stands between two places of the file. */
export interface PatchLine {
  kind: 'added' | 'removed' | 'kept' | 'gap'
  text: string
}

const KINDS: Readonly<Record<string, PatchLine['kind']>> = { '+': 'added', '-': 'removed', '@': 'gap' }

/** The lines of a patch without head, and how many of them are added and removed. A remark of git (`\ No newline`) is none. */
export function patchLines(patch: string): { lines: PatchLine[]; added: number; removed: number } {
  const rows = patch.split('\n').filter((row, at, all) => !row.startsWith('\\') && (row !== '' || at < all.length - 1))
  const lines = rows.map((row): PatchLine => {
    const kind = KINDS[row[0] ?? ''] ?? 'kept'
    return { kind, text: kind === 'gap' ? row : row.slice(1) }
  })
  const count = (wanted: PatchLine['kind']) => lines.filter(({ kind }) => kind === wanted).length
  return { lines, added: count('added'), removed: count('removed') }
}
