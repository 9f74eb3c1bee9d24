import { wireguardOfConf } from '../../protocols/wireguard.ts'
import { lineEnd, schemeEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import { readWireguardConf } from '../../text/wireguard-conf.ts'
import type { TextFormat } from '../text-format.ts'
import { sectionWord } from './section-word.ts'

const TAB = 0x09
const BLANK = 0x20
const HASH = 0x23
const SEMICOLON = 0x3b
const EQUALS = 0x3d

/** The .conf of WireGuard: `[Interface]` and a node for each `[Peer]`. */
export const wireguardConf: TextFormat = {
  detect: ({ text }, { start, end }) => isConfSection(sectionWord(text, start, end)),

  read(reader, { lineStart }) {
    const { text, entries } = reader
    const firstLine = reader.line
    const last = confEnd(text, lineStart)
    reader.document()
    const { peers } = readWireguardConf(text.slice(lineStart, last))
    if (peers.length === 0) entries.fail('missing-public-key')
    for (const peer of peers) {
      reader.place(firstLine + peer.line - 1)
      entries.take(wireguardOfConf(peer, entries.issues), undefined)
    }
    reader.moveTo(last)
    return true
  },
}

function isConfSection(word: string | undefined): boolean {
  return word === 'interface' || word === 'peer'
}

/** Behind the last line of its own; comments and blank lines at the end are not. */
function confEnd(text: string, lineStart: number): number {
  let at = lineEnd(text, lineStart) + 1
  let last = at
  while (at < text.length) {
    const stop = lineEnd(text, at)
    const start = skipBlanks(text, at, stop)
    const end = trimBlanks(text, start, stop)
    if (start < end) {
      const first = text.charCodeAt(start)
      const word = sectionWord(text, start, end)
      if (word !== undefined ? !isConfSection(word) : !isConfLine(text, start, end, first)) break
      if (first !== HASH && first !== SEMICOLON) last = stop + 1
    }
    at = stop + 1
  }
  return Math.min(last, text.length)
}

/** `Key = value` or a comment. */
function isConfLine(text: string, start: number, end: number, first: number): boolean {
  if (first === HASH || first === SEMICOLON) return true
  if (schemeEnd(text, start, end) > 0) return false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const letter = code | 0x20
    if (code === EQUALS) return at > start
    if ((letter < 0x61 || letter > 0x7a) && (code < 0x30 || code > 0x39) && code !== BLANK && code !== TAB) return false
  }
  return false
}
