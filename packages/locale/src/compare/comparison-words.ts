import type { ConfigComparison, FieldDifference, PartDifference, RuleDifference } from '@switchyard/convert/configs'
import type { Lang } from '@switchyard/convert/languages'
import { type Args, format, showable, type Words } from '../format.ts'
import en from './en-US.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

const WORDS: Readonly<Record<Lang, Readonly<Record<keyof typeof en, Words>>>> = { 'en-US': en, 'zh-CN': zh }

function say(key: keyof typeof en, lang: Lang, args: Args = {}): string {
  return format(WORDS[lang][key], args, lang)
}

/** What differs between two configs, a line for each part, field, rule and setting. */
export function comparisonWords({ parts, rules, settings }: ConfigComparison, lang: Lang): string[] {
  return [
    ...parts.flatMap((part) => partWords(part, lang)),
    ...rules.map((rule) => ruleDifferenceWords(rule, lang)),
    ...settings.map((setting) => say('setting', lang, { field: fieldWords(setting, lang) })),
  ]
}

function partWords({ kind, change, name, to, line, fields, members }: PartDifference, lang: Lang): string[] {
  const head = say(change, lang, { kind: say(kind, lang), name: showable(name), to: showable(to ?? ''), line })
  const names = (list: readonly string[]) => ({ names: list.map(showable).join(say('list', lang)) })
  const { added = [], gone = [], isReordered = false } = members ?? {}
  const inner = [
    ...fields.map((field) => fieldWords(field, lang)),
    ...(added.length > 0 ? [say('members-added', lang, names(added))] : []),
    ...(gone.length > 0 ? [say('members-gone', lang, names(gone))] : []),
    ...(isReordered ? [say('members-order', lang)] : []),
  ]
  return [head, ...inner.map((text) => `  ${text}`)]
}

function fieldWords({ path, before, after }: FieldDifference, lang: Lang): string {
  const none = say('none', lang)
  return say('field', lang, { path: showable(path), before: showable(before ?? none), after: showable(after ?? none) })
}

function ruleDifferenceWords({ set, change, text, line, from }: RuleDifference, lang: Lang): string {
  const rule = say(`rule-${change}`, lang, { line, from, text: showable(text) })
  return set === '' ? rule : say('rule-set', lang, { set: showable(set), rule })
}
