import { type CompareCell, settingsOfOutputs } from '@switchyard/recipe/model'
import type { ConvertSession } from './session.ts'

/** What each client would keep; it is remembered as the comparison of the model as it is. */
export async function compareClients({
  model: of,
  desk,
  comparison,
}: Pick<ConvertSession, 'model' | 'desk' | 'comparison'>): Promise<readonly CompareCell[]> {
  const outputs = settingsOfOutputs(of)
  const cells = await desk.askOfNodes((api, request) => api.result.compare({ ...request, outputs }))
  comparison.set({ of, cells })
  return cells
}
