import type { LineMark, NodeRow, OtherRow, Recipe, RowOutcome } from '@switchyard/recipe/model'
import { FIRST_STATE, type DeskState, type SourceChange, type SourceState } from './desk-state.ts'
import { afterEvent, type TurnEvent } from './turn.ts'

/** All that a page may show of a desk. */
export interface DeskView<R extends Recipe = Recipe> {
  readonly state: DeskState<R>
  readonly sources: Readonly<Record<string, SourceState>>
  readonly changes: Readonly<Record<string, SourceChange>>
  readonly rows: readonly NodeRow[]
  /** The entries that are no row of these: skipped ones, and deleted nodes. */
  readonly others: readonly OtherRow[]
  /** The text that `rows` and `others` were listed from. */
  readonly rowsOf: string
  readonly outcomes: ReadonlyMap<string, RowOutcome>
  readonly marks: readonly LineMark[]
}

/** What is known of sources and rows, beside the steps of a turn. */
export type DeskEvent<R extends Recipe = Recipe> =
  | TurnEvent<R>
  /** How a source is doing; undefined: nothing is known of it any more. */
  | { type: 'source'; id: string; state: SourceState | undefined }
  /** What a refresh changed, by source. */
  | { type: 'refreshed'; changes: Readonly<Record<string, SourceChange>> }
  /** The first rows of a text that is still read. */
  | { type: 'firstRows'; rows: readonly NodeRow[] }
  | { type: 'rows'; rows: readonly NodeRow[]; others: readonly OtherRow[]; text: string }
  | { type: 'marks'; marks: readonly LineMark[] }

export const FIRST_VIEW: DeskView<never> = {
  state: FIRST_STATE,
  sources: {},
  changes: {},
  rows: [],
  others: [],
  rowsOf: '',
  outcomes: new Map(),
  marks: [],
}

/** The only way from one view to the next. A part that an event is not about stays the very same. */
export function afterDeskEvent<R extends Recipe>(view: DeskView<R>, event: DeskEvent<R>): DeskView<R> {
  switch (event.type) {
    case 'source':
      return { ...view, sources: withKey(view.sources, event.id, event.state) }
    case 'refreshed':
      return { ...view, changes: { ...view.changes, ...event.changes } }
    case 'firstRows':
      return { ...view, rows: event.rows }
    case 'rows':
      return { ...view, rows: event.rows, others: event.others, rowsOf: event.text }
    case 'marks':
      return { ...view, marks: event.marks }
    case 'built':
      return { ...withState(view, event), outcomes: outcomesAfter(view.outcomes, event.result.outcomes) }
    default:
      return withState(view, event)
  }
}

function withState<R extends Recipe>(view: DeskView<R>, event: TurnEvent<R>): DeskView<R> {
  const state = afterEvent(view.state, event)
  return state === view.state ? view : { ...view, state }
}

/** None before and none now is the same map: the table is not drawn again for it. */
function outcomesAfter(before: DeskView['outcomes'], outcomes: readonly RowOutcome[]): DeskView['outcomes'] {
  if (outcomes.length === 0 && before.size === 0) return before
  return new Map(outcomes.map((outcome) => [outcome.key, outcome]))
}

function withKey<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const { [key]: _, ...others } = record
  // The place of a known key stays as it is.
  return value === undefined ? others : { ...record, [key]: value }
}
