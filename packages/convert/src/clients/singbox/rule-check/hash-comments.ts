const DEPTH_MAX = 100

/**
 * The text with `#` comments blanked out, which sing-box takes and the parser does not; or the offset where it nests
 * deeper than anything real.
 */
export function withoutHashComments(text: string): string | number {
  let out = ''
  let from = 0
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"') {
      for (i++; i < text.length && text[i] !== '"' && text[i] !== '\n'; i++) if (text[i] === '\\') i++
    } else if (char === '{' || char === '[') {
      if (++depth > DEPTH_MAX) return i
    } else if (char === '}' || char === ']') depth--
    else if (char === '/' && text[i + 1] === '/') i = endOfLine(text, i)
    else if (char === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2)
      i = end < 0 ? text.length : end + 1
    } else if (char === '#') {
      const end = endOfLine(text, i)
      out += text.slice(from, i) + ' '.repeat(end - i)
      from = end
      i = end
    }
  }
  return out + text.slice(from)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
