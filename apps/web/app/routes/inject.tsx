import { useChosenSet } from '../features/config-bench/inject/use-chosen-set.ts'
import { Workbench } from '../features/config-bench/workbench.tsx'

export default function InjectRoute() {
  useChosenSet()
  return <Workbench door="inject" />
}
