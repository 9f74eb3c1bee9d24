import { EMPTY_RECIPE, type Recipe, type OutputId } from '@switchyard/recipe/model'
import { amend, type EditHistory } from '../../../components/node-list/edit-history.ts'
import type { DeskState } from '../../../components/engine/desk-state.ts'
import type { EditedOutput } from './edited-output.ts'
import type { Conflict } from '../../../components/diff/merge-texts.ts'

/** What a person made of the result of one target. */
export interface ManualEdit {
  /** The generated text that the changes were made to. */
  base: string
  /** The text with the changes: what is shown, copied and downloaded. */
  text: string
  /** A new result takes the changes over; otherwise it waits until that is asked for. */
  isKept: boolean
  /** Places where both sides differ, until one of them is chosen. */
  conflicts: readonly Conflict[]
}

/** What came from an account: the ids of sources, and the text that it brought for the box. */
export interface OfAccount {
  /** Whose it is. */
  user?: string
  sources: readonly string[]
  text: string
}

/** Everything about a conversion that a person can change, and undo: the recipe, and what the page has besides. */
export interface Model extends Recipe {
  /** Results that were changed by hand. */
  manual: Readonly<Partial<Record<OutputId, ManualEdit>>>
  /** What it is published as, where it was opened to change that. */
  published?: EditedOutput
  /** What of it came from the account of who is signed in. */
  account?: OfAccount
  /** How many times all was cleared before. */
  clears: number
}

/** How its conversion goes. */
export type ConvertState = DeskState<Model>

export const EMPTY_MODEL: Model = { ...EMPTY_RECIPE, manual: {}, clears: 0 }

/** Nothing but the options. */
export const cleared = ({ output, perOutput, common, account, clears }: Model): Model => ({
  ...EMPTY_MODEL,
  output,
  perOutput,
  common,
  ...(account ? { account } : {}),
  clears: clears + 1,
})

/** What is there to undo and redo. */
export type History = EditHistory<Model>

/** Adds the settings of the address and of the last visit to a model. `isFresh`: the tab has no draft. */
export type Settle = (model: Model, isFresh: boolean) => Model

/** The history that a tab starts with. This is its draft, unless the person was faster than the draft and did something. */
export function begun(early: History, draft: History | undefined, settle: Settle): History {
  if (early.now === EMPTY_MODEL && draft) return { ...draft, now: settle(draft.now, false) }
  return amend(early, (model) => settle(model, draft === undefined))
}
