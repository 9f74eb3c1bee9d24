import { ClientScreen } from '../features/client/client-screen.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function ClientRoute() {
  return (
    <NarrowPage isWide>
      <ClientScreen />
    </NarrowPage>
  )
}
