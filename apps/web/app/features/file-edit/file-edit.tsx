import { lazyPart } from '../../ui/lazy-part.tsx'
import { FileScreen } from './file-screen.tsx'

const TextBody = lazyPart(() => import('./text-body.tsx').then((part) => part.TextBody))

/** Any text file of any place, as text. */
export function FileEdit() {
  return <FileScreen door="file-edit" Body={TextBody} />
}
