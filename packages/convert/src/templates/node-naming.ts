import { shortPattern, type UnwantedBy } from '../nodes/name-filter.ts'
import { flagOf, regionOf } from '../nodes/regions.ts'
import { type UserRegex, userRegex, type UserReplacer, userReplacer } from '../text/user-regex.ts'
import type { TemplateNaming } from './template.ts'

/** Emoji in front of a name, with what joins and follows them. */
const LEADING_EMOJI =
  /^(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Join_Control}\p{Variation_Selector}]\s?)+/u

interface Pattern {
  pattern: string
  regex: UserRegex
}

function readPattern(pattern: string): Pattern[] {
  const { regex } = userRegex(pattern)
  return regex ? [{ pattern, regex }] : []
}

/**
 * What a template does to nodes before they stand in groups, as subconverter does it: names that are not wanted are left
 * out by the name that the node came with; then emoji in front go, patterns are replaced, new emoji come.
 */
export class NodeNaming {
  readonly #include: readonly Pattern[]
  readonly #exclude: readonly Pattern[]
  readonly #renames: readonly { replacer: UserReplacer; to: string }[]
  readonly #emoji: readonly { regex: UserRegex; emoji: string }[]
  readonly #naming: TemplateNaming

  constructor(naming: TemplateNaming) {
    this.#naming = naming
    this.#include = naming.include.flatMap(readPattern)
    this.#exclude = naming.exclude.flatMap(readPattern)
    this.#renames = naming.renames.flatMap(({ pattern, to }) => {
      const replacer = userReplacer(pattern).regex
      return replacer ? [{ replacer, to }] : []
    })
    this.#emoji = naming.emoji.flatMap(({ pattern, emoji }) => {
      const { regex } = userRegex(pattern)
      return regex ? [{ regex, emoji }] : []
    })
  }

  /** The pattern that leaves a name out, as an issue shows it; undefined if the name stays. */
  unwantedBy(name: string): UnwantedBy | undefined {
    if (this.#include.length > 0 && !this.#include.some(({ regex }) => regex.test(name)))
      return { include: shortPattern(this.#naming.include.join(' ')) }
    const found = this.#exclude.find(({ regex }) => regex.test(name))
    return found && { exclude: shortPattern(found.pattern) }
  }

  /** The name in the finished config; one that nothing would be left of stays as it is. */
  nameOf(given: string): string {
    let name = this.#naming.removesEmoji ? given.replace(LEADING_EMOJI, '') : given
    for (const { replacer, to } of this.#renames) name = replacer.replace(name, to)
    name = name.trim()
    if (name === '') return given
    const emoji = this.#naming.addsEmoji ? this.#emojiOf(name) : undefined
    return emoji === undefined || name.startsWith(emoji) ? name : `${emoji} ${name}`
  }

  /** That of the first pattern that fits; without patterns the flag of the region. */
  #emojiOf(name: string): string | undefined {
    if (this.#naming.emoji.length > 0) return this.#emoji.find(({ regex }) => regex.test(name))?.emoji
    const region = regionOf(name)
    return region === undefined ? undefined : flagOf(region)
  }
}
