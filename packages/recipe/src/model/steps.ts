import type { Recipe } from './recipe.ts'
import type { SortField, Step, StepKind, UniqueField } from './step.ts'

export const STEP_KINDS: readonly StepKind[] = [
  'filter', 'replace', 'name', 'sort', 'flag', 'affix', 'region', 'set', 'unique',
] // oxfmt-ignore
export const SORT_FIELDS = [
  'name',
  'region',
  'type',
  'server',
  'port',
  'source',
] as const satisfies readonly SortField[]
export const UNIQUE_FIELDS = ['name', 'address', 'node'] as const satisfies readonly UniqueField[]

const NEW: { readonly [K in StepKind]: Omit<Extract<Step, { kind: K }>, 'id'> } = {
  filter: { kind: 'filter', keeps: false, match: {} },
  replace: { kind: 'replace', pattern: '', to: '' },
  name: { kind: 'name', template: '{flag} {region}-{n:02}' },
  sort: { kind: 'sort', by: 'name', isDescending: false },
  flag: { kind: 'flag', adds: true },
  affix: { kind: 'affix', before: '', behind: '' },
  region: { kind: 'region', region: '', match: {} },
  set: { kind: 'set', field: 'udp', value: true },
  unique: { kind: 'unique', by: 'address' },
}

/** A step that changes nothing yet where it needs a word, and the usual thing where it needs none. */
export function newStep(kind: StepKind, id: string): Step {
  return { ...NEW[kind], id }
}

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
