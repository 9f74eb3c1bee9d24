import { Workbench } from '../features/config-bench/workbench.tsx'

export default function InjectClashRoute() {
  return <Workbench door="inject-clash" />
}
