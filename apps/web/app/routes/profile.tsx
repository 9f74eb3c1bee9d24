import { Profile } from '../features/account/profile.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function ProfileRoute() {
  return (
    <NarrowPage>
      <Profile />
    </NarrowPage>
  )
}
