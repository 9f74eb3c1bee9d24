import { iniFormOf, isIniTemplate } from '@switchyard/convert'
import { type ConverterQuery, isOn } from './converter-query.ts'

/** What is done with emoji before names. */
export interface EmojiUse {
  adds: boolean
  removes: boolean
}

/** The config that a query names, with what the query says instead of it; and what is left to do with emoji. */
export interface QueriedTemplate {
  text: string | undefined
  /** Absent: the template does it, by patterns of its own. */
  emoji?: EmojiUse
}

/** A query stands above the config that it names, and that above what converters do by themselves. */
export function templateOfQuery(query: ConverterQuery, text: string | undefined): QueriedTemplate {
  if (text === undefined || !isIniTemplate(text)) return { text, emoji: emojiOf(query, new Map()) }
  const lines = (iniFormOf(text) ?? text).split(/\r\n|\n|\r/)
  const said = new Map(lines.map((line) => [keyOf(line), line.slice(line.indexOf('=') + 1).trim()]))
  const emoji = emojiOf(query, said)
  const replaced = new Set([
    'add_emoji',
    'remove_old_emoji',
    ...(query.include.length > 0 ? ['include_remarks'] : []),
    ...(query.exclude.length > 0 ? ['exclude_remarks'] : []),
    ...(query.renames.length > 0 ? ['rename'] : []),
  ])
  const kept = lines.filter((line) => !replaced.has(keyOf(line)))
  if (!said.has('emoji')) return { text: kept.join('\n'), emoji }
  // Before any section a line is one of [custom].
  const own = [`add_emoji=${emoji.adds}`, `remove_old_emoji=${emoji.removes}`]
  return { text: [...own, ...kept].join('\n') }
}

function emojiOf({ switches }: ConverterQuery, template: ReadonlyMap<string, string>): EmojiUse {
  const ofTemplate = (key: string) => {
    const value = template.get(key)?.toLowerCase()
    return value === undefined ? undefined : isOn(value)
  }
  // `emoji` says both: the new ones take the place of the old ones.
  const { emoji, add_emoji: adds, remove_emoji: removes } = switches
  return {
    adds: emoji ?? adds ?? ofTemplate('add_emoji') ?? true,
    removes: emoji === undefined ? (removes ?? ofTemplate('remove_old_emoji') ?? true) : true,
  }
}

const keyOf = (line: string): string =>
  line
    .slice(0, Math.max(0, line.indexOf('=')))
    .trim()
    .toLowerCase()
