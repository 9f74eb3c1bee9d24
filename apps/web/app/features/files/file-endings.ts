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

export const isPicture = (name: string): boolean => Object.hasOwn(PICTURES, endingOf(name))
