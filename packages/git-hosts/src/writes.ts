/** What any place needs that keeps files by the rules of this package: its failures, and where a change stands. */
export { blobId } from './host/bytes.ts'
export { GitHostError } from './host/failure.ts'
export type { GitFailure, GitFailureCode } from './host/failure.ts'
export { folderOf, nameOf } from './host/paths.ts'
export { idAfter, standingOf, stuckIn, versionsAfter } from './host/standing.ts'
