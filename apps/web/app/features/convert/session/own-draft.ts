import { isRecord } from '@switchyard/convert/record'
import { ownSteps } from './account-work.ts'
import { keptSteps, readHistory, storedHistory } from './stored-history.ts'

/** A draft without what came from an account; undefined where it cannot be read. */
export async function ownDraft(value: unknown): Promise<unknown> {
  const steps = await readHistory(value)
  if (!steps || !isRecord(value)) return undefined
  return { ...storedHistory(keptSteps(ownSteps(steps))), templates: value['templates'] }
}
