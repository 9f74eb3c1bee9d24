import { type CommitRequest, type FileContent, type GitFailure, GitHostError } from '@switchyard/git-hosts'
import type { FileAddress, FileSpace } from '../places/place.ts'
import { type FileDraft, fileKey, type FileDrafts } from './file-drafts.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What goes wrong with the next call; `isWritten`: after the change was made. */
interface Fault {
  failure: GitFailure
  isWritten?: boolean
}

/** A place in memory that keeps to the contract of `FileSpace`, and fails when it is told to. */
export class FakeSpace implements FileSpace {
  readonly files = new Map<string, FileContent>()
  readonly written: CommitRequest[] = []
  readonly faults: { write: Fault[]; read: Fault[] } = { write: [], read: [] }
  /** Waited for before each write. */
  gate: Promise<void> = Promise.resolve()
  #versions = 0

  put(path: string, bytes: Bytes): FileContent {
    const content = { bytes, version: `v${++this.#versions}` }
    this.files.set(path, content)
    return content
  }

  // oxlint-disable-next-line require-await -- a place answers later
  async read(path: string): Promise<FileContent> {
    const fault = this.faults.read.shift()
    if (fault) throw new GitHostError(fault.failure)
    const content = this.files.get(path)
    if (content === undefined) throw new GitHostError({ code: 'not-found', status: 404 })
    return content
  }

  async write(request: CommitRequest) {
    await this.gate
    const fault = this.faults.write.shift()
    if (fault && !fault.isWritten) throw new GitHostError(fault.failure)
    const versions: Record<string, string> = {}
    for (const change of request.changes) {
      const now = this.files.get(change.path)
      if (change.kind === 'create' && now) this.#refuse('exists', change.path, now)
      if (change.kind === 'move') throw new Error('Nobody moves here.')
      const isGone = now === undefined && change.kind === 'update' && change.orCreate
      if (change.kind !== 'create' && !isGone && now?.version !== change.version)
        this.#refuse('conflict', change.path, now)
      if (change.kind === 'delete') this.files.delete(change.path)
      else versions[change.path] = this.put(change.path, change.bytes).version
    }
    this.written.push(request)
    if (fault) throw new GitHostError(fault.failure)
    return { commit: `c${this.written.length}`, versions }
  }

  list(): Promise<never> {
    throw new Error('Nobody lists here.')
  }

  tree(): Promise<never> {
    throw new Error('Nobody lists here.')
  }

  #refuse(code: 'exists' | 'conflict', path: string, now: FileContent | undefined): never {
    throw new GitHostError({ code, status: 409, changed: [now ? { path, version: now.version } : { path }] })
  }
}

/** Drafts in memory. */
export class FakeDrafts implements FileDrafts {
  readonly kept = new Map<string, FileDraft>()

  // oxlint-disable require-await -- a device answers later
  async find(address: FileAddress) {
    return this.kept.get(fileKey(address))
  }

  async keep(draft: FileDraft) {
    this.kept.set(fileKey(draft.address), draft)
    return true
  }

  async remove(address: FileAddress) {
    this.kept.delete(fileKey(address))
  }
  // oxlint-enable require-await
}
