import { isClientId } from '@switchyard/convert/facts'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { OptionCheck } from '@switchyard/recipe/model'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'

const NOTHING: OptionCheck = { errors: {}, files: {}, unknownGroups: {}, newGroups: {}, takenOut: {} }
const Context = createContext<OptionCheck>(NOTHING)
const SETTLE_MS = 150

/** Asks the worker about the options whenever they have settled, once for all sections. */
export function OptionChecks({ children }: { children: ReactNode }) {
  const session = useSession()
  const { common, perOutput, steps, sources, edits, output } = useModel()
  // Those that are there without the mapping.
  const groups = useGroupNames(common.mapping.map(({ group }) => group))
  const [check, setCheck] = useState(NOTHING)
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(
      () =>
        void session.desk
          .askOfNodes((api, request) => api.settings.checkOptions(request, groups))
          .then(
            (found) => isWanted && setCheck(found),
            () => undefined,
          ),
      SETTLE_MS,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the names themselves, not their list
  }, [session, common, perOutput, steps, sources, edits, output, groups.join('\n')])
  return <Context value={check}>{children}</Context>
}

/** What is wrong with the options as they are now. */
export const useOptionCheck = (): OptionCheck => useContext(Context)

/** Groups by the names that the result gives them, those without a node too. */
export function useGroupNames(without: readonly (string | undefined)[] = []): string[] {
  const { result } = useConvertState()
  const { groupEdits } = useModel().common
  const fromTemplate = (result?.templateGroups ?? []).filter(({ name }) => !groupEdits[name]?.removed)
  const written = (result?.groups ?? []).map(({ name }) => name)
  const names = [
    ...fromTemplate.map(({ shownName }) => shownName),
    ...written.filter((name) => !without.includes(name)),
  ]
  return [...new Set(names)]
}

/** Whether the output is the nodes alone, so that groups and rules change nothing. */
export function useIsBareList(): boolean {
  const { output, perOutput } = useModel()
  return !isClientId(output) || perOutput[output]?.list === true
}
