/** Seeded mutations of links and documents: what a broken exporter, a cut download or somebody hostile could send. */

type Random = () => number

const PIECES = [
  '%', '%zz', '%00', '%E9%A6', '%F0%9F%87%AD', '#', '?', '&', '=', '@', '@@', ':', '::', '[', ']', '[::1]', '/', '//', '\\', '"', "'", '`', '\0', '\r', '\n', '\t', ' ',
  '\u200b', '\ufeff', '\u2028', '\ud800', '\udfff', '🇭🇰', '香港', '&amp;', '+', '443', '0', '-1', '65536', '99999999999999999999', '1e309', '0x1bb', '443.0',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'true', 'NaN', '{', '}', '{"', '":', ',', '[]', '{}', '- ', '- {', ': ', '? ',
  '&a ', '*a', '<<: *a', '!!str ', '!<str> ', '|', '>', '---\n', '...\n', 'vmess://', 'ss://', 'vless://', 'trojan://', 'ssr://', 'tuic://', 'hysteria2://', 'wireguard://',
  'type=', 'security=', 'plugin=', 'obfs=', 'path=', 'alpn=', 'ed=', 'extra=%7B', 'a'.repeat(300), '%25'.repeat(50), '::'.repeat(40), ';'.repeat(60), ','.repeat(60),
] // oxfmt-ignore

/** One to six edits: insert a piece, drop, double or swap a stretch, change a character. */
export function mutate(text: string, random: Random, corpus: readonly string[]): string {
  let out = text
  for (let edits = 1 + Math.floor(random() * 6); edits > 0; edits--) out = edit(out, random, corpus)
  return out
}

function edit(text: string, random: Random, corpus: readonly string[]): string {
  const at = Math.floor(random() * (text.length + 1))
  const end = Math.min(text.length, at + 1 + Math.floor(random() ** 3 * 60))
  switch (Math.floor(random() * 8)) {
    case 0:
    case 1:
      return text.slice(0, at) + PIECES[Math.floor(random() * PIECES.length)]! + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(end)
    case 3:
      return text.slice(0, end) + text.slice(at, end).repeat(1 + Math.floor(random() * 4)) + text.slice(end)
    case 4:
      return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x300)) + text.slice(at + 1)
    case 5: {
      const other = corpus[Math.floor(random() * corpus.length)]!
      return text.slice(0, at) + other.slice(Math.floor(random() * other.length))
    }
    case 6:
      return insideBase64(text, random, corpus) ?? text.slice(0, at)
    default:
      return text.slice(0, at) + PIECES[Math.floor(random() * PIECES.length)]! + text.slice(end)
  }
}

/** Mutates what a vmess, ssr or ss body says, not its base64. */
function insideBase64(text: string, random: Random, corpus: readonly string[]): string | undefined {
  const match = /^(\w+:\/\/)([\w+/=-]{16,})(.*)$/s.exec(text)
  if (!match) return undefined
  const body = Buffer.from(match[2]!, 'base64').toString('utf8')
  return match[1]! + Buffer.from(edit(body, random, corpus)).toString('base64') + match[3]!
}
