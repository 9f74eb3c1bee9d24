import type { DocumentPath } from './document-node.ts'

/** A path as JSON pointer: `/proxies/0/name`. */
export function pointerOf(path: DocumentPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
