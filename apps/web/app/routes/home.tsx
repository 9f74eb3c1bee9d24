import { Home } from '../features/home/home.tsx'
import { SiteFooter } from '../features/shell/site-footer.tsx'

export default function HomeRoute() {
  return <Home footer={<SiteFooter />} />
}
