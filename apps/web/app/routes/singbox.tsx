import { Workbench } from '../features/config-bench/workbench.tsx'

export default function SingboxRoute() {
  return <Workbench door="singbox" />
}
