import { readYaml } from '@switchyard/convert'
import { isClashVerge, readClashVerge } from './clash-verge.ts'
import type { ReadImport } from './found.ts'
import { isOwnAccount, readOwnAccount } from './own-account.ts'
import { isSubStore, readSubStore } from './sub-store.ts'

const MOST_TEXT = 16 * 1024 * 1024
const MOST_VALUES = 500_000
const PROFILES = 'profiles.yaml'

/**
 * What a backup of another program, or an export of ours, holds: the text of one file, or the files of an archive by their names. Which program it
 * is from is seen by what stands in it, never by its name.
 */
export function readImport(given: string | ReadonlyMap<string, string>): ReadImport {
  if (typeof given === 'string') return readText(given, () => undefined)
  const byName = new Map(
    [...given].map(([name, text]) => [name.replaceAll('\\', '/').replace(/^.*\/(?=profiles)/, ''), text]),
  )
  const profiles = byName.get(PROFILES)
  if (profiles !== undefined) return readText(profiles, (file) => byName.get(`profiles/${file}`))
  // An archive with one file is that file.
  const [text] = given.values()
  return given.size === 1 && text !== undefined ? readText(text, () => undefined) : { mistake: 'unknown' }
}

function readText(text: string, fileOf: (name: string) => string | undefined): ReadImport {
  if (text.length > MOST_TEXT) return { mistake: 'unknown' }
  // The armour of age, in which Sub-Store puts a backup that is meant for nobody else.
  if (text.includes('BEGIN AGE ENCRYPTED FILE')) return { mistake: 'encrypted' }
  const found = readValue(text, fileOf)
  if ('mistake' in found) return found
  return found.items.length + found.recipes.length + found.left.length === 0 ? { mistake: 'empty' } : found
}

function readValue(text: string, fileOf: (name: string) => string | undefined): ReadImport {
  const json = jsonIn(text) ?? jsonIn(decoded(text))
  if (isOwnAccount(json)) return readOwnAccount(json)
  if (isSubStore(json)) return readSubStore(json)
  const { documents } = readYaml(text, { maxValues: MOST_VALUES })
  const value = documents[0]?.value
  return isClashVerge(value) ? readClashVerge(value, fileOf) : { mistake: 'unknown' }
}

function jsonIn(text: string | undefined): unknown {
  if (text === undefined || !/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The gist of Sub-Store holds its backup in base64. */
function decoded(text: string): string | undefined {
  const packed = text.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(packed)) return undefined
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}
