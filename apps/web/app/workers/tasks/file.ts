import type { ClientId } from '@switchyard/convert'
import { outlineConfig } from '@switchyard/convert/configs'
import { CLIENT_FACTS, clientFacts } from '@switchyard/convert/facts'
import type { Lang } from '@switchyard/convert/languages'
import { type FormattedText, formatText } from '@switchyard/convert/texts'
import { config, type WordedIssue } from './config.ts'
import { outlineOf } from './outline-of.ts'

/** What is wrong with a file; only configs of our clients are checked as such. */
export interface CheckedFile {
  /** Undefined: it is no config. */
  client: ClientId | undefined
  issues: WordedIssue[]
}

/** One whose configs are written in a language: how a text is read follows from it. */
export function clientWith(format: 'yaml' | 'json'): ClientId {
  return (CLIENT_FACTS.find(({ file: { language } }) => language === format) ?? CLIENT_FACTS[0]).id
}

/** What is done to a file that may be a config, and may be anything else. */
export const file = {
  /** Whether it can be read; of a config, what its client makes of it. */
  checkFile(text: string, format: 'yaml' | 'json', lang: Lang): CheckedFile {
    const seen = outlineConfig(text)
    // JSON that no client is recognised by is read as YAML there.
    const isRead = format === 'yaml' || clientFacts(seen.client).file.language === format
    const outline = isRead ? seen : outlineConfig(text, { client: clientWith(format) })
    const isConfig = outline.parts.length > 0 || outline.rules.some(({ rules }) => rules.length > 0)
    if (!isConfig && outline.issue === undefined) return { client: undefined, issues: [] }
    const { issues } = config.check(text, { client: outline.client }, lang)
    return { client: isConfig ? outline.client : undefined, issues }
  },

  /** Its keys, for who only looks at it. */
  outlineFile: outlineOf,

  /** Laid out evenly, with all its comments. */
  formatFile: (text: string, format: 'yaml' | 'json'): FormattedText => formatText(text, format),
}
