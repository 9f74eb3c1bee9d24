import { MihomoPrefix } from '../features/mihomo-prefix/mihomo-prefix.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function MihomoPrefixRoute() {
  return (
    <NarrowPage isWide>
      <MihomoPrefix />
    </NarrowPage>
  )
}
