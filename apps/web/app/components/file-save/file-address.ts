import type { FileAddress } from '../places/place.ts'

/** What an address of a screen says of a file; undefined where it names none. Nothing of the content is ever in it. */
export function fileAddressIn(search: string): FileAddress | undefined {
  const query = new URLSearchParams(search)
  const place = query.get('place') ?? ''
  const path = pathOfFile(query.get('path') ?? '')
  if (place === '' || path === undefined) return undefined
  return { place, root: query.get('repo') ?? '', ref: query.get('ref') ?? '', path }
}

/** The query of a screen for one file. */
export function queryOfFile({ place, root, ref, path }: FileAddress): string {
  const query = new URLSearchParams({ place })
  if (root !== '') query.set('repo', root)
  if (ref !== '') query.set('ref', ref)
  query.set('path', path)
  return query.toString()
}

/** Names of systems allow no more. */
const NAME_MAX_BYTES = 255

/** A path as places take it, from the root; undefined where it leads out of it or names no file. */
export function pathOfFile(typed: string): string | undefined {
  const path = typed.trim().normalize('NFC')
  const isGood = path.split('/').every((name) => {
    const isStep = name === '' || name === '.' || name === '..'
    const isForbidden = name.toLowerCase() === '.git' || /[\\\p{Cc}]/u.test(name)
    return !isStep && !isForbidden && new TextEncoder().encode(name).length <= NAME_MAX_BYTES
  })
  return isGood ? path : undefined
}

/** The last part of a path. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
