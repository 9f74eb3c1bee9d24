import type { FileEntry } from '@switchyard/git-hosts'

/** Pictures that browsers draw, by the ending of their names. */
export const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
}

export const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

const OBJECTS: ReadonlySet<string> = new Set(['yaml', 'yml', 'json', 'jsonc', 'json5'])

/** Whether a file is edited as a tree too. */
export const isObject = ({ kind, name }: Pick<FileEntry, 'kind' | 'name'>): boolean =>
  kind === 'file' && OBJECTS.has(endingOf(name))

export const isPicture = (name: string): boolean => Object.hasOwn(PICTURES, endingOf(name))
