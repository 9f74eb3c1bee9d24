import type { FormFields } from '@switchyard/convert/configs'

/** A path as issues name it: `/proxies/0/name`. */
export function pointerOf(path: FormFields['path']): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Whether an issue stands at a place of a config, or inside of it. */
export function isWithin(pointer: string, place: string): boolean {
  return pointer.startsWith(place) && (pointer.length === place.length || pointer[place.length] === '/')
}
