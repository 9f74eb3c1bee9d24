import { NarrowPage } from '../features/shell/narrow-page.tsx'
import { ShortLinks } from '../features/short/short-links.tsx'

export default function ShortRoute() {
  return (
    <NarrowPage isWide>
      <ShortLinks />
    </NarrowPage>
  )
}
