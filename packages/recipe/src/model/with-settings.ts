import { keysOf, type JsonObject } from '@switchyard/convert/record'
import type { ConvertSettings } from './convert-settings.ts'
import { type Recipe, withCommon, withOutput, withOutputSettings } from './recipe.ts'
import { OUTPUT_SETTINGS } from './settings.ts'

/** The recipe with some settings changed, each where it is kept: for the output that is chosen then, or for all. */
export function withSettings<R extends Recipe>(recipe: R, { output, ...change }: Partial<ConvertSettings>): R {
  const ofOutput: JsonObject = {}
  const ofAll: JsonObject = {}
  for (const key of keysOf(change)) (Object.hasOwn(OUTPUT_SETTINGS, key) ? ofOutput : ofAll)[key] = change[key]
  let next = output === undefined || output === recipe.output ? recipe : withOutput(recipe, output)
  if (keysOf(ofOutput).length > 0) next = withOutputSettings(next, ofOutput)
  return keysOf(ofAll).length > 0 ? withCommon(next, ofAll) : next
}
