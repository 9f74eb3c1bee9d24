import { Presets } from '../features/presets/presets.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function PresetsRoute() {
  return (
    <NarrowPage isWide>
      <Presets />
    </NarrowPage>
  )
}
