import { NodeSites } from '../features/free-nodes/node-sites.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsNodeSitesRoute() {
  return (
    <SettingsPage>
      <NodeSites />
    </SettingsPage>
  )
}
