import { LiveNodes } from '../features/live-nodes/live-nodes.tsx'

export default function LiveNodesRoute() {
  return <LiveNodes />
}
