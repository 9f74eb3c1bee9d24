import { Login } from '../features/account/login.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function LoginRoute() {
  return (
    <NarrowPage>
      <Login />
    </NarrowPage>
  )
}
