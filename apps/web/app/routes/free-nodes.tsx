import { FreeNodes } from '../features/free-nodes/free-nodes.tsx'

export default function FreeNodesRoute() {
  return <FreeNodes />
}
