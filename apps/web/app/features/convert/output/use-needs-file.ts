import { useEffect, useState } from 'react'
import { isClientId } from '@switchyard/convert/facts'
import { outputSettings } from '@switchyard/recipe/model'
import { needsFile } from '../../../components/taken/next-step.ts'
import { useModelPart } from '../session/use-convert.ts'
import type { ClientApp } from '../../../components/client-apps.ts'

/** Whether the program for the result reads only files. The facts of programs load after a person chooses a program. */
export function useNeedsFile(): boolean {
  const output = useModelPart(({ output }) => output)
  const chosen = useModelPart(({ app }) => app)
  const isList = useModelPart((model) => isClientId(model.output) && outputSettings(model).list)
  const [apps, setApps] = useState<readonly ClientApp[]>([])
  useEffect(() => {
    if (chosen !== undefined)
      import('../../../components/client-apps.ts').then(
        ({ CLIENT_APPS }) => setApps(CLIENT_APPS),
        // The facts did not load. Then Copy is the main button, because most programs read the clipboard.
        () => undefined,
      )
  }, [chosen])
  if (isList) return false
  if (chosen === undefined) return needsFile(output)
  const app = apps.find(({ id }) => id === chosen)
  return app !== undefined && needsFile(output, app)
}
