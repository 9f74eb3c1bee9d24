import { pathOfFile } from '../../components/file-save/file-address.ts'
import type { FileAddress } from '../../components/places/place.ts'

/** The folder that the address of the screen names; '' is the root. A path that leads out of it is the root too. */
export function folderAddressIn(search: string): FileAddress {
  const query = new URLSearchParams(search)
  const part = (name: string) => query.get(name) ?? ''
  return { place: part('place'), root: part('repo'), ref: part('ref'), path: folderOfText(part('path')) ?? '' }
}

/** The query of the screen for a folder; what is empty is left out. */
export function queryOfFolder({ place, root, ref, path }: FileAddress): string {
  const parts = { place, repo: root, ref, path }
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** A folder as a person types it, with or without `/` around it; undefined where it can be none. */
export function folderOfText(typed: string): string | undefined {
  const names = typed.trim().split('/')
  const from = names.findIndex((name) => name !== '')
  const to = names.findLastIndex((name) => name !== '')
  return from < 0 ? '' : pathOfFile(names.slice(from, to + 1).join('/'))
}

/** The parts of a path, each with the path up to it. */
export function stepsOf(path: string): { name: string; path: string }[] {
  if (path === '') return []
  const names = path.split('/')
  return names.map((name, at) => ({ name, path: names.slice(0, at + 1).join('/') }))
}

export const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
