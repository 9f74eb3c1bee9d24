/** A flow list or map that goes over several lines, with its lines joined: blanks stand for line ends and comments. */
export interface JoinedFlows {
  /** As long as the text that it was made of, so that places are the same. */
  text: string
  /** The flows whose lines were joined. */
  flows: readonly Stretch[]
  /** Stretches that are blanks now. */
  gaps: readonly Stretch[]
}

interface Stretch {
  start: number
  end: number
}

/**
 * Joins the lines of all flows of a YAML text. What is a flow is guessed from how values begin; whoever parses the
 * result has to see that one begins where each of the `flows` does, and that no text goes over a gap.
 */
export function joinFlowLines(text: string): JoinedFlows {
  return new FlowScan(text).joined()
}

class FlowScan {
  readonly #text: string
  readonly #flows: Stretch[] = []
  readonly #gaps: Stretch[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  joined(): JoinedFlows {
    while (this.#at < this.#text.length) this.#readLine()
    let joined = ''
    let done = 0
    for (const { start, end } of this.#gaps) {
      joined += this.#text.slice(done, start) + ' '.repeat(end - start)
      done = end
    }
    return { text: joined + this.#text.slice(done), flows: this.#flows, gaps: this.#gaps }
  }

  /** A line outside of flows, as far as a flow or a quote in it goes. */
  #readLine(): void {
    const indent = this.#skip(isSpace)
    let isStart = true
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!
      if (char === '\n') {
        this.#at++
        return
      }
      if (char === '#' && this.#isBehindBlank()) this.#at = this.#lineEnd()
      else if (isStart && (char === '[' || char === '{')) isStart = this.#readFlow()
      else if (isStart && (char === '"' || char === "'")) isStart = this.#skipQuote(char)
      else if (isStart && (char === '|' || char === '>')) return this.#skipBlockScalar(indent)
      else if (isStart && (char === '&' || char === '!')) this.#skip((code) => !isYamlBlank(code))
      else if (isYamlBlank(char.charCodeAt(0))) this.#at++
      else {
        this.#at++
        isStart = isIndicator(char) && this.#isBeforeBlank() && (isStart || char === ':')
      }
    }
  }

  /** A flow from its bracket to the one that closes it. False: what follows is no start of a value. */
  #readFlow(): false {
    const start = this.#at
    const gapsBefore = this.#gaps.length
    let depth = 0
    let isStart = true
    /** Behind a quote or a bracket that closes. */
    let isClosed = false
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!
      if (isYamlBlank(char.charCodeAt(0)) || (char === '#' && this.#isBehindBlank())) {
        this.#readGap(isStart || isClosed)
        if (this.#isDocumentMark()) break
        continue
      }
      if (isStart && (char === '"' || char === "'")) {
        this.#skipQuote(char)
        isStart = false
        isClosed = true
        continue
      }
      this.#at++
      if (char === '[' || char === '{') depth++
      else if (char === ']' || char === '}') depth--
      if (depth === 0) break
      const isBeforeBlank = this.#isBeforeBlank()
      isStart =
        '[{,'.includes(char) ||
        (char === ':' && (isClosed || isBeforeBlank)) ||
        (char === '?' && isStart && isBeforeBlank)
      isClosed = char === ']' || char === '}'
    }
    if (this.#gaps.length > gapsBefore) this.#flows.push({ start, end: this.#at })
    return false
  }

  /** Blanks, line ends and comments in a flow. Those within a text that goes over several lines are left as they are. */
  #readGap(isBehindSign: boolean): void {
    const start = this.#at
    let hasLineEnd = false
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!
      if (char === '#' && this.#isBehindBlank()) this.#at = this.#lineEnd()
      else if (isYamlBlank(char.charCodeAt(0))) {
        hasLineEnd ||= char === '\n'
        this.#at++
      } else break
    }
    const next = this.#text[this.#at] ?? ''
    if (hasLineEnd && (isBehindSign || ',]}'.includes(next)) && !this.#isDocumentMark())
      this.#gaps.push({ start, end: this.#at })
  }

  /** `---` or `...` at the start of a line ends a document, also within a flow. */
  #isDocumentMark(): boolean {
    const isAtLineStart = this.#at === 0 || this.#text[this.#at - 1] === '\n'
    return isAtLineStart && (this.#text.startsWith('---', this.#at) || this.#text.startsWith('...', this.#at))
  }

  #skipQuote(quote: string): false {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]
      if (quote === '"' && char === '\\') this.#at++
      else if (char === quote) {
        this.#at++
        if (quote === '"' || this.#text[this.#at] !== quote) break
      }
    }
    return false
  }

  /** A text behind `|` or `>`: all lines that are indented below the line of the sign. */
  #skipBlockScalar(indent: number): void {
    this.#at = this.#lineEnd() + 1
    while (this.#at < this.#text.length) {
      const lineStart = this.#at
      const own = this.#skip(isSpace)
      const isBlankLine = this.#skip(isSpaceOrReturn) >= 0 && this.#text[this.#at] === '\n'
      if (!isBlankLine && own <= indent) {
        this.#at = lineStart
        return
      }
      this.#at = this.#lineEnd() + 1
    }
  }

  /** Steps over what fits; gives its length. */
  #skip(fits: (code: number) => boolean): number {
    const start = this.#at
    while (this.#at < this.#text.length && fits(this.#text.charCodeAt(this.#at))) this.#at++
    return this.#at - start
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at)
    return end < 0 ? this.#text.length : end
  }

  #isBehindBlank(): boolean {
    return this.#at === 0 || isYamlBlank(this.#text.charCodeAt(this.#at - 1))
  }

  #isBeforeBlank(): boolean {
    return this.#at >= this.#text.length || isYamlBlank(this.#text.charCodeAt(this.#at))
  }
}

function isIndicator(char: string): boolean {
  return char === ':' || char === '-' || char === '?'
}

/** Space, tab and line ends. */
export function isYamlBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function isSpace(code: number): boolean {
  return code === 0x20
}

function isSpaceOrReturn(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}
