import { FreeNodesScreen } from '../features/free-nodes/free-nodes-screen.tsx'

export default function FreeNodesRoute() {
  return <FreeNodesScreen />
}
