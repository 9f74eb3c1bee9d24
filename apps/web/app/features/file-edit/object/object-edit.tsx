import { lazyPart } from '../../../ui/lazy-part.tsx'
import { FileScreen } from '../file-screen.tsx'

const ObjectBody = lazyPart(() => import('./object-body.tsx').then((part) => part.ObjectBody))

/** A document of YAML or JSON as a tree. */
export function ObjectEdit() {
  return <FileScreen door="object-edit" Body={ObjectBody} />
}
