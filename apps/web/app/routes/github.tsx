import { FilesScreen } from '../features/files/files-screen.tsx'

export default function GitHubRoute() {
  return <FilesScreen host="github" />
}
