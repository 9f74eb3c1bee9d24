/** Who wants a result, and until when. */
export interface Asker {
  /** Whose work it is: an account, or where a visitor comes from. People take turns. */
  person: string
  signal?: AbortSignal
}
