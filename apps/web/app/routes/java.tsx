import { Java } from '../features/java/java.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function JavaRoute() {
  return (
    <NarrowPage isWide>
      <Java />
    </NarrowPage>
  )
}
