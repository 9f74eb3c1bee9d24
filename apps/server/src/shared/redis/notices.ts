import type { Notices } from '../notices.ts'
import { type RedisConnection, told } from './connection.ts'

/** Goes through the Redis. A copy that did not hear for a while is told that it may have missed something. */
export class RedisNotices implements Notices {
  readonly #connection: RedisConnection
  /** What could not be told yet. */
  readonly #untold = new Map<string, readonly [about: string, what: string | undefined]>()

  constructor(connection: RedisConnection) {
    this.#connection = connection
    connection.heard.on('back', () => {
      const untold = [...this.#untold.values()]
      this.#untold.clear()
      for (const [about, what] of untold) void this.#tell(about, what)
    })
  }

  tell(about: string, what?: string): void {
    void this.#tell(about, what)
  }

  listen(about: string, heard: (what: string | undefined) => void): void {
    this.#connection.heard.on(told(noticeOf(about)), (what: string | undefined, isOwn: boolean) => {
      if (!isOwn) heard(what === '' ? undefined : what)
    })
    this.#connection.heard.on('hearing', () => heard(undefined))
  }

  areHeard(): boolean {
    return this.#connection.isHearing
  }

  async #tell(about: string, what: string | undefined): Promise<void> {
    const isTold = await this.#connection.tell(noticeOf(about), what)
    if (!isTold) this.#untold.set(JSON.stringify([about, what]), [about, what])
  }
}

/** Apart from what the connection itself says. */
function noticeOf(about: string): string {
  return `notice ${about}`
}
