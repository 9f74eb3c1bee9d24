import { NarrowPage } from '../features/shell/narrow-page.tsx'
import { Subscribe } from '../features/subscribe/subscribe.tsx'

export default function SubscribeRoute() {
  return (
    <NarrowPage>
      <Subscribe />
    </NarrowPage>
  )
}
