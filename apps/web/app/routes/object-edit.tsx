import { ObjectEdit } from '../features/file-edit/object/object-edit.tsx'

export default function ObjectEditRoute() {
  return <ObjectEdit />
}
