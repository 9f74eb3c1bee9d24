/** Work that many may want at the same time. */
export interface Once<T> {
  /**
   * The result of the work for a key. Who asks while it is under way shares it, a failure too; who asks later begins anew.
   * Who asked may leave, by the reason of the signal: when all have left, the work is told to stop. Copies of the server
   * never work on one key at the same time; each of them works, one after the other: such work looks first at what is there.
   */
  run: (key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>
}
