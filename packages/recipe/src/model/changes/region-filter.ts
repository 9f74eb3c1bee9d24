import type { Recipe } from '../recipe.ts'
import type { Step } from '../step.ts'

/** The codes of a match, which may name several: `HK,JP`. */
export function regionsOf(region: string): string[] {
  return region
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

/** Regions that filters leave out (`keeps` false), or that one filter keeps alone; filters by nothing else count. */
export function filteredRegions({ steps }: Pick<Recipe, 'steps'>, keeps: boolean): readonly string[] {
  const filters = steps.filter((step) => isRegionFilter(step, keeps))
  // What two filters keep is what both have: the first one is what a choice of regions made.
  const counted = keeps ? filters.slice(0, 1) : filters
  return [...new Set(counted.flatMap(({ match }) => regionsOf(match?.region ?? '')))]
}

/** The recipe with exactly these regions left out, or kept alone; none: all regions pass. `id` is that of a new step. */
export function withFilteredRegions<R extends Recipe>(
  recipe: R,
  keeps: boolean,
  regions: readonly string[],
  id: string,
): R {
  const at = recipe.steps.findIndex((step) => isRegionFilter(step, keeps))
  const others = recipe.steps.filter((step) => !isRegionFilter(step, keeps))
  if (regions.length === 0) return { ...recipe, steps: others }
  const match = { region: regions.join(',') }
  const step: Step =
    at < 0 ? { id, kind: 'filter', keeps, match } : { ...recipe.steps[at]!, kind: 'filter', keeps, match }
  // Steps before the first of these filters are none of them, so it stands at its place.
  return { ...recipe, steps: others.toSpliced(at < 0 ? others.length : at, 0, step) }
}

function isRegionFilter(step: Step, keeps: boolean): boolean {
  if (step.kind !== 'filter' || step.keeps !== keeps || step.disabled) return false
  const match = Object.entries(step.match ?? {}).filter(([, value]) => value !== undefined)
  return match.length === 1 && match[0]![0] === 'region'
}
