import type { Client } from '../clients/client.ts'
import type { ClientId } from '../clients/facts.ts'
import { checkSettings, type ClientSettings, testEdits } from '../config/client-settings.ts'
import type { ConvertOptions } from '../convert-options.ts'
import { DEFAULT_LANG } from '../languages.ts'
import { outputOf } from '../outputs/index.ts'
import { builtinTemplate } from '../templates/builtin.ts'
import { editGroups } from '../templates/edit-groups.ts'
import { NodeNaming } from '../templates/node-naming.ts'
import type { Template } from '../templates/template.ts'

/** What is written and for whom, as the options say. */
export interface ConversionTarget {
  readonly output: ReturnType<typeof outputOf>
  /** Undefined where links are written. */
  readonly client: Client<ClientId> | undefined
  /** A whole config, not the bare nodes. */
  readonly isConfig: boolean
  readonly settings: ClientSettings
  /** With the edits of the user. */
  readonly template: Template
  /** How the template names nodes, and which ones it does without. */
  readonly naming: NodeNaming | undefined
}

/** Checks what is asked for. Throws ConvertError: `bad-template`, `bad-option`. */
export function targetOf(options: ConvertOptions): ConversionTarget {
  const { to, template = 'standard', lang = DEFAULT_LANG, groups = {}, names } = options
  const output = outputOf(to)
  const { client } = output
  const isConfig = options.output?.list !== true && client !== undefined
  const given = typeof template === 'object' ? template : builtinTemplate(template, lang)
  const settings = isConfig ? checkSettings(options.output?.settings ?? {}, given, client.facts) : {}
  const tested = editGroups(given, testEdits(given, settings))
  return {
    output,
    client,
    isConfig,
    settings,
    template: editGroups(tested, groups.edits ?? {}, options.rules?.final, groups.order),
    naming: (isConfig || names?.byTemplate) && given.naming ? new NodeNaming(given.naming) : undefined,
  }
}
