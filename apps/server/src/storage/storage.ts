import type { Readable } from 'node:stream'

/** Some bytes of a file, the first and the last one counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Where the bytes of files are, by keys that we make (`<user>/<uuid>`). Bytes under a key never change: another content gets
 * another key. Nothing of what a person writes is ever part of a key.
 */
export interface Storage {
  /**
   * Keeps exactly so many bytes, or nothing at all: until it resolves there is nothing under the key. Throws `StorageFailure`,
   * and what the bytes throw while they come.
   */
  write(key: string, bytes: Readable, size: number, signal?: AbortSignal): Promise<void>
  /** The bytes of a key, or some of them; undefined where nothing is kept under it. Throws `StorageFailure`. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes the bytes of a key. Does nothing when there are none. Throws `StorageFailure`. */
  remove(key: string): Promise<void>
  /** Sees that bytes can be kept and read. Throws `StorageFailure`. */
  check(): Promise<void>
}

/** The storage did not do what it was asked, and who asks cannot help it. */
export class StorageFailure extends Error {
  /** It cannot be reached, or cannot work now; or it is full; or the key is taken, which is a fault of ours. */
  readonly reason: 'lost' | 'full' | 'taken'

  constructor(reason: StorageFailure['reason'], cause?: unknown) {
    super({ lost: 'The storage cannot be reached', full: 'The storage is full', taken: 'The key is taken' }[reason], {
      cause,
    })
    this.name = 'StorageFailure'
    this.reason = reason
  }
}

/** Fewer or more bytes came than were said. */
export class WrongSize extends Error {
  constructor() {
    super('Another number of bytes came than was said')
    this.name = 'WrongSize'
  }
}

const KEY = /^[\w-]{1,64}\/[0-9a-f-]{36}$/

/** Throws for what is no key of ours: it would be a fault, and a path somewhere. */
export function requireKey(key: string): void {
  if (!KEY.test(key)) throw new Error('This is no key of the storage')
}
