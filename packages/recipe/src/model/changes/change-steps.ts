import type { Recipe } from '../recipe.ts'
import type { Step } from '../step.ts'

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

/** The recipe with a step one place earlier or later; the same recipe at the end of the way. */
export function withStepMoved<R extends Recipe>(recipe: R, id: string, by: -1 | 1): R {
  const from = recipe.steps.findIndex((step) => step.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= recipe.steps.length) return recipe
  const steps = [...recipe.steps]
  steps.splice(to, 0, ...steps.splice(from, 1))
  return { ...recipe, steps }
}
