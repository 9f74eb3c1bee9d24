/** Text that comes from elsewhere: its bytes as the text that they are, why there is none, and how it is asked for. */
export { decodeText } from './decode-text.ts'
export type { DecodedText, EncodingName } from './decode-text.ts'
export { readBytes } from './read-bytes.ts'
export type { ReadFailure } from './read-bytes.ts'
export { FETCH_FAILURES } from './fetch-failure.ts'
export type { FetchFailure } from './fetch-failure.ts'
export { CLIENT_AGENTS, fetchInTurn, USER_AGENTS } from './fetch-in-turn.ts'
export {
  adopted,
  ASK_AGAIN_MS,
  decide,
  HELD_REASONS,
  OWNER_ASKS_AGAIN_MS,
  stateAnswer,
  TRY_RESULTS,
  waitAfter,
} from './fetch-state.ts'
export type { FetchState, Outcome } from './fetch-state.ts'
export { ITEM_KINDS, kindOf } from './item-kind.ts'
export type { ItemKind } from './item-kind.ts'
export { userInfoHeader } from './user-info-header.ts'
export { isWebPage } from './web-page.ts'
