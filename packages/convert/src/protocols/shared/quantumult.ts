/** A vmess line of Quantumult, taken apart. */
export interface QuantumultLine {
  name: string
  server: string
  port: string
  cipher: string
  uuid: string
  /** `key=value` pairs, keys in lower case. */
  options: [key: string, value: string][]
  /** Headers of `obfs-header`; `host` in lower case, others as spelled. */
  headers: Record<string, string>
}

/**
 * `name = vmess,host,port,cipher,"uuid",over-tls=true,obfs=ws,obfs-path="/p",obfs-header="Host: h[Rr][Nn]…"`;
 * undefined when the text is no such line.
 */
export function readQuantumult(text: string): QuantumultLine | undefined {
  const match = /=\s{0,9}vmess\s{0,9},/i.exec(text)
  if (!match) return undefined
  const [server = '', port = '', cipher = '', uuid = '', ...pairs] = splitQuoted(
    text.slice(match.index + match[0].length),
  )
  const options: [string, string][] = []
  let headers: Record<string, string> = {}
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const key = pair.slice(0, equals).trim().toLowerCase()
    const value = unquoted(pair.slice(equals + 1))
    options.push([key, value])
    if (key === 'obfs-header') headers = headersOf(value)
  }
  return { name: text.slice(0, match.index).trim(), server: unquoted(server), port: unquoted(port), cipher: unquoted(cipher), uuid: unquoted(uuid), options, headers } // oxfmt-ignore
}

/** Splits at commas outside double quotes. */
function splitQuoted(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at <= text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) isQuoted = !isQuoted
    else if (at === text.length || (char === 0x2c && !isQuoted)) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return parts
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed
}

function headersOf(text: string): Record<string, string> {
  const pairs: [string, string][] = []
  for (const line of text.split(/\[Rr\]\[Nn\]|\r?\n|\\r\\n/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim()
    pairs.push([name.toLowerCase() === 'host' ? 'host' : name, line.slice(colon + 1).trim()])
  }
  return Object.fromEntries(pairs)
}
