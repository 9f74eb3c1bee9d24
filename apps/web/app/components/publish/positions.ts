import { isRecord } from '@switchyard/convert/record'
import { uiSettings } from '../kept-settings/ui-settings.ts'

/** Where a config can go: an address of this server, or a file on this device. */
export const DESTINATIONS = ['hosted', 'download'] as const
export type Destination = (typeof DESTINATIONS)[number]

/** Whether a place works only for a person who is signed in. */
export const needsAccount = (place: Destination): boolean => place === 'hosted'

/** Where configs are put, and what their files are called there. Nothing in here is a secret. */
export interface Position {
  place: Destination
  /** `{name}-{client}-{date}` */
  pattern: string
  /** The one that is offered first. */
  isDefault?: boolean
}

export const MOST_POSITIONS = 10
export const FILE_PATTERN_MAX = 100
const NAME_MAX = 115
/** The parts that a pattern may have. The client decides the ending of the file, so a pattern has none. */
export const PARTS = ['name', 'client', 'date'] as const
const TOKEN = /\{(\w*)\}/g

/** What is offered while nothing was chosen. */
export const USUAL_POSITIONS: readonly Position[] = [
  { place: 'hosted', pattern: '{name}' },
  { place: 'download', pattern: '{name}-{client}-{date}' },
]

export type NameParts = Record<(typeof PARTS)[number], string>

const isKnown = (word: string): boolean => PARTS.some((part) => part === word)

/** Why a pattern is none: it is empty, has a folder where there are none, or a word that stands for nothing. */
export function patternMistake(pattern: string): 'empty' | 'folder' | 'unknown' | undefined {
  if (pattern.trim() === '') return 'empty'
  if (/[/\\]/.test(pattern)) return 'folder'
  return [...pattern.matchAll(TOKEN)].every(([, word = '']) => isKnown(word)) ? undefined : 'unknown'
}

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

/** The positions of what was kept, as far as they are some. */
export function knownPositions(given: unknown): Position[] {
  if (!Array.isArray(given)) return []
  const positions = given.filter(isRecord).flatMap(({ place, pattern, isDefault }): Position[] => {
    const known = DESTINATIONS.find((one) => one === place)
    if (!known || typeof pattern !== 'string' || pattern.length > FILE_PATTERN_MAX) return []
    // Earlier versions kept the ending in the pattern.
    const name = pattern.replaceAll(/\.?\{ext\}/g, '')
    if (patternMistake(name)) return []
    return [{ place: known, pattern: name, ...(isDefault === true ? { isDefault } : {}) }]
  })
  return positions.slice(0, MOST_POSITIONS)
}

/** Those that a person chose, or the usual ones. */
export function chosenPositions(kept: unknown = uiSettings.get().positions): readonly Position[] {
  const known = knownPositions(kept)
  return known.length > 0 ? known : USUAL_POSITIONS
}
