import { createHash } from 'node:crypto'

/** The `ETag` of a file. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`
}
