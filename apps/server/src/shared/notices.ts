/**
 * What copies of the server tell each other of changed rows. It may get lost: the database is the truth, and who listens
 * only forgets what was read of it before.
 */
export interface Notices {
  /** Tells all other copies. What cannot be told now is told later. */
  tell: (about: string, what?: string) => void
  /** Calls back for what another copy told. Undefined: others may have told what was not heard. */
  listen: (about: string, heard: (what: string | undefined) => void) => void
  /** False: another copy may have told something within the last seconds that was not heard. */
  areHeard: () => boolean
}
