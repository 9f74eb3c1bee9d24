import type { Recipe } from '../recipe.ts'
import type { Step } from '../step.ts'
import { moved } from '../values/moved.ts'

/** The recipe with one step more, at its end. */
export function withStepAdded<R extends Recipe>(recipe: R, step: Step): R {
  return { ...recipe, steps: [...recipe.steps, step] }
}

/** The recipe with another step in the place of the one of its id. */
export function withStep<R extends Recipe>(recipe: R, step: Step): R {
  return { ...recipe, steps: recipe.steps.map((one) => (one.id === step.id ? step : one)) }
}

/** The recipe less a step. */
export function withoutStep<R extends Recipe>(recipe: R, id: string): R {
  return { ...recipe, steps: recipe.steps.filter((step) => step.id !== id) }
}

/** The recipe with a step at another place; the same recipe where there is no such place. */
export function withStepMoved<R extends Recipe>(recipe: R, id: string, to: number): R {
  const from = recipe.steps.findIndex((step) => step.id === id)
  const steps = moved(recipe.steps, from, to)
  return steps === recipe.steps ? recipe : { ...recipe, steps }
}
