import { FilesScreen } from '../features/files/files-screen.tsx'

export default function GiteeRoute() {
  return <FilesScreen host="gitee" />
}
