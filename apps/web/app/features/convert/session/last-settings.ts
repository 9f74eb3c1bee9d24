import {
  keepConvertSettings,
  keptSettings,
  lastConvertSettings,
} from '../../../components/kept-settings/kept-settings.ts'
import { CLIENT_FACTS } from '@switchyard/convert/facts'
import { clientDefaults } from '../../../components/kept-settings/client-defaults.ts'
import { isLocalDataCleared } from '../../../lib/local-data.ts'
import { createStore } from '../../../lib/store.ts'
import {
  DEFAULT_COMMON, DEFAULT_OUTPUT_SETTINGS, hasSettings, type OutputId, settingsQuery, withCommon, withOutput, withQuery,
} from '@switchyard/recipe/model' // oxfmt-ignore
import { EMPTY_MODEL, type Model } from './model.ts'

/** The settings that this tab started with because they were used last; '' where it started from the defaults. */
export const settingsTakenOver = createStore('')

/** Keeps the settings of a model for the next tab. */
export function keepSettings(model: Model): void {
  // Kept once more, what was cleared would be back.
  if (!isLocalDataCleared()) keepConvertSettings(settingsQuery(model, '').toString())
}

/** A model that no draft brought, with the settings used last; those of an address take their place. */
export function withLastSettings(model: Model, search: string): Model {
  if (hasOwnSettings(model)) return model
  const query = hasSettings(search) ? search : lastConvertSettings()
  const started = withClientDefaults(model, withQuery(model, query).output)
  // What an address says is added by whoever brought it.
  return hasSettings(search) ? started : withQuery(started, query)
}

/** A model that nothing was chosen in, with what its person wants new conversions to start from. */
function withClientDefaults(model: Model, output: OutputId): Model {
  const own = CLIENT_FACTS.flatMap(({ id: client }) => {
    const { excludes } = clientDefaults(client)
    return excludes ? [[client, { ...DEFAULT_OUTPUT_SETTINGS, excludes }] as const] : []
  })
  const next = own.length === 0 ? model : { ...model, perOutput: { ...model.perOutput, ...Object.fromEntries(own) } }
  const { excludes: _, ...common } = clientDefaults(output)
  return Object.keys(common).length === 0 ? next : withCommon(next, common)
}

/** Those of the settings that are kept for the next tab, as a query. */
export function keptQuery(model: Model): string {
  return keptSettings(settingsQuery(model, '').toString())
}

/** With the defaults in place of all that is kept for the next tab. */
export function withoutKept(model: Model): Model {
  const { template, prefix, nameInclude, nameExclude } = DEFAULT_COMMON
  const { perOutput, output } = EMPTY_MODEL
  return { ...withCommon(withOutput(model, output), { template, prefix, nameInclude, nameExclude }), perOutput }
}

/** Whether something was chosen already, before there was time to look. */
function hasOwnSettings({ output, perOutput, common }: Model): boolean {
  return output !== EMPTY_MODEL.output || perOutput !== EMPTY_MODEL.perOutput || common !== EMPTY_MODEL.common
}
