import { Workbench } from '../features/config-bench/workbench.tsx'

export default function MihomoRoute() {
  return <Workbench door="mihomo" />
}
