import { NodeTable } from '../features/node-table/node-table.tsx'

export default function NodeTableRoute() {
  return <NodeTable />
}
