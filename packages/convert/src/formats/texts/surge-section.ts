import { Fields } from '../../model/fields.ts'
import { findProtocolByMihomoType } from '../../protocols/index.ts'
import { lineEnd, schemeEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'

import { readSurgeLine } from '../surge-line.ts'
import { isAddressScheme, schemeAt } from '../reader/schemes.ts'
import type { TextFormat } from '../text-format.ts'
import { sectionWord } from './section-word.ts'

const HASH = 0x23
const SLASH = 0x2f
const SEMICOLON = 0x3b
const MAX_LINE = 8192
/** Characters of the name of an option that an issue shows. */
const MOST_SHOWN = 40

/** Sections of the configs of Surge, Surfboard, Loon and Quantumult X. */
const SURGE_SECTIONS: ReadonlySet<string> = new Set([
  'proxy', 'proxy group', 'rule', 'general', 'host', 'url rewrite', 'header rewrite', 'mitm', 'script', 'replica', 'panel', 'remote proxy', 'remote rule', 'remote filter',
  'plugin', 'rewrite', 'remote script', 'server_local', 'server_remote', 'policy', 'filter_local', 'filter_remote', 'rewrite_local', 'rewrite_remote', 'dns', 'task_local',
  'http_backend', 'remote rewrite', 'ssid setting', 'map local', 'body rewrite', 'keystore', 'proxy chain', 'ponte', 'wireguard', 'tailscale', 'ruleset',
]) // oxfmt-ignore
/** Those of the sections whose lines are nodes. */
const PROXY_SECTIONS: ReadonlySet<string> = new Set(['proxy', 'server_local', 'remote proxy'])

/** Those whose lines begin with the address of something that is no node: lists of rules, rewrites, scripts. */
const ADDRESS_SECTIONS: ReadonlySet<string> = new Set([
  'filter_remote', 'rewrite_remote', 'rewrite_local', 'task_local', 'http_backend', 'remote rule', 'remote rewrite', 'remote script', 'plugin', 'rewrite', 'script', 'url rewrite',
]) // oxfmt-ignore

/** A section of such a config, up to the next section or link; only the lines of proxies are entries. */
export const surgeSection: TextFormat = {
  detect({ text }, { start, end }) {
    const word = sectionWord(text, start, end)
    return word !== undefined && SURGE_SECTIONS.has(word)
  },

  read(reader, section) {
    const { text } = reader
    reader.document()
    const word = sectionWord(text, section.start, section.end) ?? ''
    const isProxies = PROXY_SECTIONS.has(word)
    const endsAt = (start: number, end: number) => {
      const scheme = schemeEnd(text, start, end)
      if (scheme < 0) return sectionWord(text, start, end) !== undefined
      return !ADDRESS_SECTIONS.has(word) || !isAddressScheme(schemeAt(text, start, scheme).toLowerCase())
    }
    while (reader.at < text.length) {
      const lineStart = reader.at
      const stop = lineEnd(text, lineStart)
      const start = skipBlanks(text, lineStart, stop)
      const end = trimBlanks(text, start, stop)
      const first = text.charCodeAt(start)
      if (start < end && endsAt(start, end)) break
      reader.at = stop + 1
      reader.line++
      if (start === end || !isProxies || first === HASH || first === SEMICOLON || first === SLASH) continue
      reader.place(reader.line)
      const line = { lineStart, start, end, first }
      if (!(surgeLine.detect(reader, line) && surgeLine.read(reader, line)) && !reader.links(start, end))
        reader.entries.fail('unsupported-scheme')
    }
    return true
  },
}

/** A line of Surge, Surfboard, Loon or Quantumult X, in a section or by itself. */
export const surgeLine: TextFormat = {
  detect: (reader, { start, end }) => end - start <= MAX_LINE && reader.hasEquals(start, end - 1),

  read(reader, { start, end }) {
    const { text, entries } = reader
    const read = readSurgeLine(text.slice(start, end), (name) => reader.wireguardSection(name))
    if (read === undefined) return false
    if ('missing' in read) {
      entries.fail('missing-field', read.missing.slice(0, MOST_SHOWN))
      return true
    }
    if ('unsupported' in read) {
      if (read.unsupported !== '') entries.fail('unsupported-scheme', undefined, { scheme: read.unsupported })
      return true
    }
    const { issues } = entries
    const type = String(read.entry['type'])
    const protocol = findProtocolByMihomoType(type)
    if (protocol) {
      const node = protocol.fromMihomo(new Fields(read.entry, issues), issues)
      for (const option of read.ignored) issues.note('field-ignored', option.slice(0, MOST_SHOWN))
      entries.take(node, undefined)
    } else entries.fail('unsupported-scheme', undefined, { scheme: type })
    return true
  },
}
