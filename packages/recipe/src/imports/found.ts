import type { USER_AGENTS } from '@switchyard/sources'
import type { NoLink } from './old-link.ts'
import type { NewStep } from '../model/step.ts'

/** Why something of an import is not as it was, or is not there at all. */
export const IMPORT_NOTES = [
  /** Code is never run. */
  'script',
  'operator',
  /** A pattern that the linear engine cannot run. */
  'pattern',
  /** One of several regions or types is kept: a step keeps one. */
  'keeps-several',
  /** What only one of several sources keeps or sorts. */
  'of-one-source',
  'random-order',
  'own-numbers',
  'address-arguments',
  'traffic-address',
  'through-proxy',
  'unchecked-certificate',
  'user-agent',
  'interval',
  'name-changed',
  'several-addresses',
  'both-kinds',
  'enhanced',
  'no-address',
  'no-content',
  'too-long',
  'too-many',
  'file-missing',
  'no-source',
  'unknown-kind',
  'format',
  'outside-template',
  'parameter',
] as const

export type ImportNoteCode = (typeof IMPORT_NOTES)[number]

/** `at` is the word of the file that it is about, never a secret. */
export interface ImportNote {
  code: ImportNoteCode
  at?: string
}

/** A source that becomes a subscription item. */
export interface FoundItem {
  key: string
  /** Like no other name of the import. */
  name: string
  body: string
  userAgent?: keyof typeof USER_AGENTS
  intervalS?: number
  prefix?: string
  notes: ImportNote[]
}

/** What was made of sources, which becomes the recipe of something that is published. */
export interface FoundRecipe {
  name: string
  /** Keys of its sources, in order. */
  items: string[]
  steps: NewStep[]
  notes: ImportNote[]
  /** Where devices fetched it: the path of the address, without its secret. */
  oldPath: string
  /** A recipe of ours as it was: its file, the key of the item for each of its sources, the client it was for. */
  whole?: { file: string; items: Readonly<Record<string, string>>; client: string }
  /** A config that was published as it is, for its one client: it has no sources. */
  config?: { text: string; client: string }
}

/** What is not taken over at all. */
export interface LeftOut extends ImportNote {
  kind: 'source' | 'collection' | 'file' | 'artifact' | 'module' | 'rule' | 'share' | 'enhancement'
  name: string
}

/** What a backup of another program, or an export of ours, holds. Nothing of it is added before a person has looked at it. */
export interface FoundImport {
  from: 'sub-store' | 'clash-verge' | 'converter' | 'switchyard'
  items: FoundItem[]
  recipes: FoundRecipe[]
  left: LeftOut[]
  /** How many tokens and keys stand in it; none of them is read further. */
  secrets: number
}

/** Why a file is no backup that can be read, or an address none of a converter. */
export type ImportMistake = 'unknown' | 'encrypted' | 'empty' | NoLink

export type ReadImport = FoundImport | { mistake: ImportMistake }

/** What is read of one file at most. */
export const MOST_FOUND = 500
const MOST_NAME = 64
/** As a server and a device take them. */
const MOST_BODY = 128 * 1024

/** Names and bodies of an import, each looked at as a store of items would. */
export class ItemCollector {
  readonly items: FoundItem[] = []
  readonly left: LeftOut[] = []
  readonly #names = new Set<string>()

  /** A name that none of the others has; a note where it is another one than was given. */
  freeName(given: string, notes: ImportNote[]): string {
    const tidy = given.trim() === '' ? '?' : given.trim()
    const short = Array.from(tidy).slice(0, MOST_NAME).join('')
    let name = short
    for (let count = 2; this.#names.has(name); count++) {
      const tail = ` ${count}`
      name =
        Array.from(short)
          .slice(0, MOST_NAME - tail.length)
          .join('') + tail
    }
    this.#names.add(name)
    if (name !== tidy) notes.push({ code: 'name-changed', at: tidy })
    return name
  }

  /** Adds a source, or says why it cannot be one. Gives back whether it was added. */
  add(item: Omit<FoundItem, 'name'>, name: string): boolean {
    if (this.items.length >= MOST_FOUND) return this.leave('source', name, 'too-many')
    if (item.body.trim() === '') return this.leave('source', name, 'no-content')
    if (item.body.length > MOST_BODY) return this.leave('source', name, 'too-long')
    const notes = [...item.notes]
    this.items.push({ ...item, name: this.freeName(name, notes), body: item.body.trim(), notes })
    return true
  }

  leave(kind: LeftOut['kind'], name: string, code: ImportNoteCode, at?: string): false {
    if (this.left.length < MOST_FOUND) this.left.push({ kind, name, code, ...(at === undefined ? {} : { at }) })
    return false
  }
}

/** The name under which we may ask, for one that another program used. */
export function agentOf(given: string): keyof typeof USER_AGENTS | undefined {
  return AGENTS.find(([pattern]) => pattern.test(given))?.[1]
}

const AGENTS: readonly [RegExp, keyof typeof USER_AGENTS][] = [
  [/^clash-verge/i, 'clash-verge'],
  [/^(clash[.-]?meta|mihomo|clash)/i, 'mihomo'],
  [/^(sing-box|SF[AIMT]\b)/i, 'sing-box'],
  [/^v2rayN/i, 'v2rayN'],
  [/^Shadowrocket/i, 'Shadowrocket'],
  [/^Switchyard/i, 'switchyard'],
]

/** Whether a value is a name under which we may ask. */
export function isAgentName(value: unknown): value is keyof typeof USER_AGENTS {
  return AGENTS.some(([, name]) => name === value)
}
