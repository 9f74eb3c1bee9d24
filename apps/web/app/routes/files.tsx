import { FilesScreen } from '../features/files/files-screen.tsx'

export default function FilesRoute() {
  return <FilesScreen />
}
