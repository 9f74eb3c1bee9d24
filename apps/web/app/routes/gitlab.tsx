import { FilesScreen } from '../features/files/files-screen.tsx'

export default function GitLabRoute() {
  return <FilesScreen host="gitlab" />
}
