import { checkRules, type ClientId } from '@switchyard/convert'
import { ruleLineMessage, ruleMessage, type Lang } from '@switchyard/locale'
import {
  checkOptions,
  checkTemplate,
  mappingChoices,
  type BuildRequest,
  type ConvertSettings,
  type MappingChoices,
  type OptionCheck,
  type TemplateReport,
} from '@switchyard/recipe'
import { converter } from './converter.ts'

/** What is wrong with rules, said as `Line 3: … → …` and, in `words`, without the line. */
export interface CheckedRules {
  line: number
  severity: string
  message: string
  words: string
}

/** What is wrong with settings before anything is made with them. */
export const settings = {
  /** With how many nodes the filters take out. */
  checkOptions: (request: BuildRequest, groups: readonly string[]): OptionCheck =>
    checkOptions(converter, request, groups),
  mappingChoices: (lang: Lang): MappingChoices => mappingChoices(lang),
  checkTemplate: (template: ConvertSettings['template'], lang: Lang, groupLang?: Lang): TemplateReport =>
    checkTemplate(template, lang, groupLang),
  checkRules(text: string, client: ClientId, groups: readonly string[] | undefined, lang: Lang): CheckedRules[] {
    const { issues } = checkRules(text, { client, ...(groups ? { groups } : {}) })
    const lines = Map.groupBy(issues, ({ line, severity }) => `${line} ${severity}`)
    return [...lines.values()].map((found) => {
      // No group is empty.
      const [{ line, severity, args }] = found as [(typeof found)[number]]
      const messages = found.map((issue) => ruleMessage(issue, lang, { client }))
      return { line, severity, message: ruleLineMessage(line, args.raw, messages, lang), words: messages[0]! }
    })
  },
}
