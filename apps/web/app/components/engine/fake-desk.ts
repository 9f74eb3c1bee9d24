import { buildRequest, EMPTY_RECIPE, type Recipe } from '@switchyard/recipe/model'
import { DEFAULT_LOCALE } from '../../lib/locale.ts'
import type { Desk, EngineApi, EngineQuestion } from './desk.ts'

/** For tests: a desk whose engine answers what is handed in; `parts` stand in the place of what else it has. */
export function fakeDesk<R extends Recipe>(tasks: object, parts: object = {}): Desk<R> {
  const request = buildRequest(EMPTY_RECIPE, DEFAULT_LOCALE, '')
  // A test hands in what it asks for.
  const ask = async (question: EngineQuestion<unknown>) => question(tasks as EngineApi, request)
  // As above.
  return { ask, askOfNodes: ask, ...parts } as unknown as Desk<R>
}
