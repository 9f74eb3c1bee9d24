import { LanguageSupport, StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

/** Languages that few texts are written in. */
export type RareLanguage = 'ini' | 'javascript' | 'markdown' | 'list'

/** Each is in a chunk of its own. */
export const LOAD_LANGUAGE: Readonly<Record<RareLanguage, () => Promise<Extension>>> = {
  async ini() {
    const { properties } = await import('@codemirror/legacy-modes/mode/properties')
    return new LanguageSupport(StreamLanguage.define(properties))
  },
  async javascript() {
    const { javascript } = await import('@codemirror/lang-javascript')
    return javascript({ typescript: true })
  },
  async markdown() {
    const { markdown } = await import('@codemirror/lang-markdown')
    return markdown()
  },
  list: async () => new LanguageSupport(RULE_LINES),
}

/** `DOMAIN-SUFFIX,example.com,PROXY` or one domain or network in a line; comments behind `#`, `;` or `//`. */
const RULE_LINES = StreamLanguage.define<{ part: number }>({
  name: 'list',
  startState: () => ({ part: 0 }),
  token(stream, state) {
    if (stream.sol()) state.part = 0
    if (stream.eatSpace()) return null
    if (state.part === 0 && (stream.match(/^[#;]/) || stream.match('//'))) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.eat(',')) {
      state.part++
      return 'punctuation'
    }
    stream.eatWhile(/[^,\s]/)
    const isType = state.part === 0 && stream.peek() === ','
    return isType ? 'keyword' : state.part < 2 ? 'string' : 'atom'
  },
  languageData: { commentTokens: { line: '#' } },
})
