import { ConvertScreen } from '../features/convert/convert-screen.tsx'

export default function ConvertRoute() {
  return <ConvertScreen renderNodes={() => null} />
}
