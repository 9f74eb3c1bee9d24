import type { NodeIssues } from '../../model/issue.ts'
import type { Fields } from '../../model/fields.ts'
import type { MihomoProxy } from '../protocol.ts'

/** Settings that only mihomo has, under its own keys and with the right kind of value. */
export type MihomoOnly = Record<string, string | number | boolean>

/** Key -> kind of its value: the allow-list of a type. */
export type MihomoKinds = Readonly<Record<string, 'int' | 'bool' | 'text'>>

/** The listed keys of a `proxies:` entry that have a value of their kind; absent when there are none. */
export function mihomoOnlyFrom(entry: Fields, kinds: MihomoKinds): MihomoOnly | undefined {
  let found: MihomoOnly | undefined
  for (const key of Object.keys(kinds)) {
    if (!entry.has(key)) continue
    const kind = kinds[key]
    const value = kind === 'int' ? entry.int(key) : kind === 'bool' ? entry.bool(key) : entry.text(key)
    if (value === undefined) continue
    found ??= {}
    found[key] = value
  }
  return found
}

/** Writes them back under the same keys. */
export function mihomoOnlyTo(entry: MihomoProxy, settings: MihomoOnly | undefined): void {
  if (settings !== undefined) Object.assign(entry, settings)
}

/** The parameters of a link: the same names. */
export function mihomoOnlyToQuery(settings: MihomoOnly | undefined, pairs: [string, string][]): void {
  if (settings === undefined) return
  for (const [key, value] of Object.entries(settings)) if (value !== false) pairs.push([key, value === true ? '1' : `${value}`]) // oxfmt-ignore
}

/** Says for another format which of these settings it leaves out. */
export function mihomoOnlyLost(settings: MihomoOnly | undefined, issues: NodeIssues): void {
  if (settings === undefined) return
  for (const key of Object.keys(settings)) if (settings[key] !== false) issues.note('field-ignored', key)
}
