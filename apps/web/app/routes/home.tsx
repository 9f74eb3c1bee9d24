import { Home } from '../features/home/home.tsx'

export default function HomeRoute() {
  return <Home />
}
