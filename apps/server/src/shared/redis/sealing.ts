/** The keys of the server: what a Redis holds says nothing without them. */
export interface Sealing {
  /** A secret that belongs to a text: the same each time, for as long as the same key seals. */
  derived: (text: string) => string
  /** Seals for one place. */
  seal: (place: SealedPlace, content: Uint8Array) => string
  /** What was sealed for this place. Throws where it was not. */
  open: (place: SealedPlace, text: string) => Buffer
}

interface SealedPlace {
  table: string
  row: string
  user: string
}
