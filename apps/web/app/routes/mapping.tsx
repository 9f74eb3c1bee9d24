import { MappingScreen } from '../features/mapping/mapping-screen.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function MappingRoute() {
  return (
    <NarrowPage isWide>
      <MappingScreen />
    </NarrowPage>
  )
}
