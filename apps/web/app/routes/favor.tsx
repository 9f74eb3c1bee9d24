import { Favor } from '../features/favor/favor.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function FavorRoute() {
  return (
    <NarrowPage>
      <Favor />
    </NarrowPage>
  )
}
