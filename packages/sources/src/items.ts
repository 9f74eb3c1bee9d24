/** What becomes of the answers that a subscription item gets: a door of its own, small enough for a page. */
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
export type { FetchState, FetchOutcome, SourceAnswer } from './fetch-state.ts'
export { ITEM_KINDS, kindOf } from './item-kind.ts'
export type { ItemKind } from './item-kind.ts'
