import { FileEdit } from '../features/file-edit/file-edit.tsx'

export default function FileEditRoute() {
  return <FileEdit />
}
