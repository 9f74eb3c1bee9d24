import type { RouteAnswer, Need, Passed, PlacedRule, Why } from '@switchyard/convert/configs'
import type { Lang } from '@switchyard/convert/languages'
import { type Args, format, showable, type Words } from '../format.ts'
import en from './en-US.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

const WORDS: Readonly<Record<Lang, Readonly<Record<keyof typeof en, Words>>>> = { 'en-US': en, 'zh-CN': zh }

function say(key: keyof typeof en, lang: Lang, args: Args = {}): string {
  return format(WORDS[lang][key], args, lang)
}

const NAMES_MAX = 20

/** `Line 12: DOMAIN-SUFFIX,example.com,Proxy`. */
export function ruleWords({ line, text }: PlacedRule, lang: Lang): string {
  return say('rule', lang, { line, text: showable(text) })
}

/** Why a connection goes where it goes: `DOMAIN-SUFFIX example.com fits www.example.com`. */
export function whyWords(why: Why, lang: Lang): string {
  if (why.code === 'mode') return say('mode', lang, { mode: showable(why.mode) })
  if (why.code !== 'fits') return say(why.code, lang)
  const parts = why.held.map(({ type, value, fact }) =>
    // Where the value is the fact itself, it is said once.
    say(fact === '' || fact === value ? 'fits-alone' : 'fits', lang, {
      type,
      value: showable(value),
      fact: showable(fact),
    }),
  )
  return parts.join(say('and', lang))
}

/** Through which groups, and to what: `Streaming → Auto → any of Tokyo, Osaka`. */
export function wayWords({ groups, node, nodes }: Pick<RouteAnswer, 'groups' | 'node' | 'nodes'>, lang: Lang): string {
  const end = node ?? (nodes === undefined ? undefined : say('any-of', lang, { names: listed(nodes, lang) }))
  return [...groups, end ?? say('nowhere', lang)].map(showable).join(say('arrow', lang))
}

/** What the question leaves open, and which rules that is about: a line each. */
export function needWords({ fact, rules, isMore }: Need, lang: Lang): string[] {
  const lines = rules.map((rule) => `  ${ruleWords(rule, lang)}`)
  return [say(`need-${fact}`, lang), ...lines, ...(isMore ? [`  ${say('and-more', lang)}`] : [])]
}

/** A rule that fits and that the connection goes past. */
export function passedWords({ rule, why }: Passed, lang: Lang): string {
  return say(`passed-${why}`, lang, { line: rule.line, text: showable(rule.text) })
}

/** Lists that could not be read. */
export function unknownWords(names: readonly string[], lang: Lang): string {
  return say('unknown', lang, { names: listed(names, lang) })
}

function listed(names: readonly string[], lang: Lang): string {
  const more = names.length - NAMES_MAX
  const parts = names.slice(0, NAMES_MAX).map(showable)
  return [...parts, ...(more > 0 ? [say('more', lang, { count: more })] : [])].join(say('list', lang))
}
