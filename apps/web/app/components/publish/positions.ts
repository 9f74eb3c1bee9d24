import { isRecord } from '@switchyard/convert/record'
import { uiSettings } from '../kept-settings/ui-settings.ts'

/** Where a config can go: an address of this server, a file on this device, one in a repository or in a bucket. */
export const DESTINATIONS = ['hosted', 'download', 'git', 'storage'] as const
export type Destination = (typeof DESTINATIONS)[number]

/** Whether a place works only for a person who is signed in. */
export const needsAccount = (place: Destination): boolean => place === 'hosted'

/** Where configs are put, and what their files are called there. Nothing in here is a secret. */
export interface Position {
  place: Destination
  /** `{name}-{client}-{date}`; of a repository or bucket with its folders and ending: `sub/{name}.{ext}`. */
  pattern: string
  /** Of a repository: which one of which account; what is absent is that of the account. */
  git?: GitPosition
  /** Of a storage service: which bucket; what is absent is the usual one. */
  storage?: StoragePosition
  /** The one that is offered first. */
  isDefault?: boolean
}

export interface GitPosition {
  account?: string
  repository?: string
  branch?: string
}

export interface StoragePosition {
  /** The id of a place. */
  place?: string
  bucket?: string
}

export const MOST_POSITIONS = 10
export const FILE_PATTERN_MAX = 100
const NAME_MAX = 115
/** The parts that a pattern may have. The client decides the ending of the file, so a pattern has none. */
export const PARTS = ['name', 'client', 'date'] as const
const TOKEN = /\{(\w*)\}/g
/** Of a file by its path: nothing there adds an ending. */
const ENDING = 'ext'
const GIT_KEYS = ['account', 'repository', 'branch'] as const
const STORAGE_KEYS = ['place', 'bucket'] as const
const VALUE_MAX = 300

/** What is offered while nothing was chosen. */
export const USUAL_POSITIONS: readonly Position[] = [
  { place: 'hosted', pattern: '{name}' },
  { place: 'download', pattern: '{name}-{client}-{date}' },
]

/** A file in a repository, where nobody chose another path. */
export const USUAL_GIT_POSITION: Position = { place: 'git', pattern: 'sub/{name}.{ext}' }

/** A file in a bucket, where nobody chose another path. */
export const USUAL_STORAGE_POSITION: Position = { place: 'storage', pattern: 'sub/{name}.{ext}' }

/** Whether a pattern there is a whole path, with folders and ending. */
export const hasPath = (place: Destination): boolean => place === 'git' || place === 'storage'

export type NameParts = Record<(typeof PARTS)[number], string>

const isKnown = (word: string): boolean => PARTS.some((part) => part === word)

export type PatternMistake = 'empty' | 'folder' | 'path' | 'unknown'

/**
 * Why a pattern is none: it is empty, has a folder where there are none, is no path below the root of a place, or has a
 * word that stands for nothing.
 */
export function patternMistake(pattern: string, place: Destination = 'download'): PatternMistake | undefined {
  if (pattern.trim() === '') return 'empty'
  const isPath = hasPath(place)
  if (isPath ? !isPathPattern(pattern) : /[/\\]/.test(pattern)) return isPath ? 'path' : 'folder'
  const words = [...pattern.matchAll(TOKEN)].map(([, word = '']) => word)
  return words.every((word) => isKnown(word) || (isPath && word === ENDING)) ? undefined : 'unknown'
}

const isPathPattern = (pattern: string): boolean => pattern.split('/').every(isFileName)

const isFileName = (name: string): boolean => !/^\.{0,2}$/.test(name.trim()) && !/[\\\p{Cc}]/u.test(name)

/** A name by a pattern, without an ending. A part brings no folder along, and nothing that is invisible. */
export function nameBy(pattern: string, parts: NameParts): string {
  const name = pattern.replaceAll(TOKEN, (all, word: string) =>
    // It is one of the keys: that was asked.
    Object.hasOwn(parts, word) ? parts[word as keyof NameParts] : all,
  )
  return Array.from(name.replaceAll(/[\p{Cc}/\\]+/gu, '-').trim())
    .slice(0, NAME_MAX)
    .join('')
}

/** The name of a file by a pattern. */
export const fileNameBy = (pattern: string, parts: NameParts, ending: string): string =>
  `${nameBy(pattern, parts)}.${ending}`

/** The path of a file in a repository by a pattern: the folders of the pattern are its own, a part brings none along. */
export function pathBy(pattern: string, parts: NameParts, ending: string): string {
  return pattern
    .replaceAll(`{${ENDING}}`, ending)
    .split('/')
    .map((name) => nameBy(name, parts))
    .filter((name) => !/^\.{0,2}$/.test(name))
    .join('/')
}

/** The positions of what was kept, as far as they are some. */
export function knownPositions(given: unknown): Position[] {
  if (!Array.isArray(given)) return []
  const positions = given.filter(isRecord).flatMap(({ place, pattern, isDefault, git, storage }): Position[] => {
    const known = DESTINATIONS.find((one) => one === place)
    if (!known || typeof pattern !== 'string' || pattern.length > FILE_PATTERN_MAX) return []
    // Earlier versions kept the ending in the pattern.
    const name = hasPath(known) ? pattern : pattern.replaceAll(/\.?\{ext\}/g, '')
    if (patternMistake(name, known)) return []
    return [
      {
        place: known,
        pattern: name,
        ...(isDefault === true ? { isDefault } : {}),
        ...(known === 'git' && isRecord(git) ? { git: knownTarget(git, GIT_KEYS) } : {}),
        ...(known === 'storage' && isRecord(storage) ? { storage: knownTarget(storage, STORAGE_KEYS) } : {}),
      },
    ]
  })
  return positions.slice(0, MOST_POSITIONS)
}

const isKeptValue = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= VALUE_MAX

function knownTarget<Key extends string>(
  given: Record<string, unknown>,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  // What is left has one of the keys, and a text.
  return Object.fromEntries(keys.map((key) => [key, given[key]]).filter(([, value]) => isKeptValue(value))) as never
}

/** Those that a person chose, or the usual ones. */
export function chosenPositions(kept: unknown = uiSettings.get().positions): readonly Position[] {
  const known = knownPositions(kept)
  return known.length > 0 ? known : USUAL_POSITIONS
}
