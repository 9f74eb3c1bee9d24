import { Codec } from '../features/codec/codec.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function CodecRoute() {
  return (
    <NarrowPage isWide>
      <Codec />
    </NarrowPage>
  )
}
