import { createHash } from 'node:crypto'

export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

export interface FakeCommit {
  id: string
  parent?: string
  message: string
  date: string
  files: Files
  /** The paths that it changed. */
  touched: ReadonlySet<string>
}

export interface FakeEntry {
  path: string
  name: string
  type: 'blob' | 'tree'
  id: string
  size: number
}

export interface FakeDifference {
  path: string
  change: 'added' | 'changed' | 'removed'
  patch: string
}

/** What git keeps of a repository, as far as our fakes ask: branches of commits, each with all its files. */
export class FakeRepository {
  readonly branches = new Map<string, string>()
  readonly commits = new Map<string, FakeCommit>()
  readonly protectedBranches = new Set<string>()
  readonly defaultBranch = 'main'

  constructor(isEmpty: boolean) {
    const readme = new TextEncoder().encode('# files\n')
    if (!isEmpty) this.commit(this.defaultBranch, 'Initial commit', new Map([['README.md', readme]]))
  }

  /** Of a branch or a commit. */
  at(ref: string): FakeCommit | undefined {
    return this.commits.get(this.branches.get(ref) ?? ref)
  }

  commit(branch: string, message: string, files: Files): FakeCommit {
    const parent = this.branches.get(branch)
    const before = this.commits.get(parent ?? '')?.files
    const paths = [...files.keys(), ...(before?.keys() ?? [])]
    const touched = new Set(paths.filter((path) => before?.get(path) !== files.get(path)))
    const id = createHash('sha1').update(`${branch} ${message} ${this.commits.size}`).digest('hex')
    const commit = { id, parent, message, date: '2026-11-28T12:00:00.000Z', files, touched }
    this.commits.set(id, commit)
    this.branches.set(branch, id)
    return commit
  }

  /** The newest first; those that changed a path when it is given. */
  log(ref: string, path?: string): FakeCommit[] {
    const all: FakeCommit[] = []
    for (let commit = this.at(ref); commit; commit = commit.parent ? this.commits.get(commit.parent) : undefined)
      all.push(commit)
    return path === undefined ? all : all.filter(({ touched }) => touched.has(path))
  }

  changed(commit: FakeCommit): FakeDifference[] {
    return differences(commit.parent ? this.commits.get(commit.parent)!.files : new Map(), commit.files)
  }
}

export function differences(before: Files, after: Files): FakeDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap((path): FakeDifference[] => {
    const [old, now] = [before.get(path), after.get(path)]
    if (old && now && Buffer.from(old).equals(now)) return []
    const change = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
    return [{ path, change, patch: patchOf(textOf(old), textOf(now)) }]
  })
}

/** What stands in a folder, or in it and all below. */
export function entriesIn(files: Files, folder: string, isRecursive = false): FakeEntry[] {
  const start = folder === '' ? '' : `${folder}/`
  const entries = new Map<string, FakeEntry>()
  for (const [path, bytes] of files) {
    if (!path.startsWith(start)) continue
    const parts = path.slice(start.length).split('/')
    for (let depth = 1; depth <= (isRecursive ? parts.length : 1); depth++) {
      const at = start + parts.slice(0, depth).join('/')
      const isFile = depth === parts.length
      const id = isFile ? gitId(bytes) : createHash('sha1').update(at).digest('hex')
      entries.set(at, { path: at, name: parts[depth - 1]!, type: isFile ? 'blob' : 'tree', id, size: bytes.length })
    }
  }
  return [...entries.values()]
}

export function gitId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

function textOf(bytes: Uint8Array | undefined): string[] {
  return bytes ? Buffer.from(bytes).toString('utf8').split('\n').slice(0, -1) : []
}

/** All lines out, all lines in. */
function patchOf(before: string[], after: string[]): string {
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  return `@@ -1,${before.length} +1,${after.length} @@\n${lines.join('\n')}`
}
