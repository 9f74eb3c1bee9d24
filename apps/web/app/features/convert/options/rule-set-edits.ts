import { type RuleSetRow, withCommon } from '@switchyard/recipe/model'
import type { Model } from '../session/model.ts'
import { withoutEmpty } from '../../../components/config-form/without-empty.ts'

/** Rule sets as they are now with a change to one as it was; one that is gone stays gone. */
export function withRuleSet(model: Model, before: RuleSetRow, change: Partial<RuleSetRow>): Model {
  const { ruleSets } = model.common
  const same = ruleSets.indexOf(before)
  const at = same < 0 ? ruleSets.findIndex(({ name }) => name === before.name) : same
  if (at < 0) return model
  return withCommon(model, { ruleSets: ruleSets.with(at, withoutEmpty({ ...ruleSets[at]!, ...change })) })
}
