/** For a place in an address where `/` stays: `a b/#1` is `a%20b/%231`. */
export function bySegment(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** For a place in an address that is one segment: `a/b` is `a%2Fb`. */
export function asWhole(text: string): string {
  return encodeURIComponent(text)
}

/** `rules/a.list` is in `rules`; a file of the root is in ''. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
