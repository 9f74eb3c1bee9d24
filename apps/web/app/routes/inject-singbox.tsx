import { Workbench } from '../features/config-bench/workbench.tsx'

export default function InjectSingboxRoute() {
  return <Workbench door="inject-singbox" />
}
