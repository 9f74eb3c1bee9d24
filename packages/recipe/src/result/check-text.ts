import { clientFacts, type ConfigLayout, isClientId, outputFacts } from '@switchyard/convert/facts'
import { readJson, readYaml } from '@switchyard/convert'
import { recordOf } from '@switchyard/convert/record'
import type { Lang } from '@switchyard/locale'
import type { ConvertSettings } from '../model/convert-settings.ts'
import type { TextCheck } from '../model/build-result.ts'
import { jsonIssue, yamlIssue } from '../settings/text-issue.ts'
import { outlineOfEdited } from './outline.ts'

/** Whether an edited result can still be read, and what it is made of. */
export function checkText(text: string, settings: ConvertSettings, lang: Lang): TextCheck {
  const { output } = settings
  if (!isClientId(output)) return {}
  const issue = outputFacts(output).file.language === 'json' ? jsonIssue(text, lang) : yamlIssue(text, lang)
  if (issue) return { issue }
  const outline = outlineOfEdited(text, settings)
  const lost = lostNodes(text, clientFacts(output).layout)
  return { ...(outline ? { outline } : {}), ...(lost ? { lost } : {}) }
}

/** Where the client looks for nodes, in each layout. One of the keys is enough; the first one is told. */
const NODE_KEYS: Readonly<Record<ConfigLayout, readonly [string, ...string[]]>> = {
  'clash-yaml': ['proxies', 'proxy-providers'],
  'singbox-json': ['outbounds', 'endpoints'],
  'xray-json': ['outbounds'],
}

/** An edit may have taken the list of nodes away, or moved it below the key above it. */
function lostNodes(text: string, layout: ConfigLayout): TextCheck['lost'] {
  const keys = NODE_KEYS[layout]
  const config = recordOf(layout === 'clash-yaml' ? readYaml(text).documents[0]?.value : readJson(text))
  // A key without anything behind it holds no node either.
  if (keys.some((key) => config[key] !== undefined && config[key] !== null)) return undefined
  const [key] = keys
  const moved = text.split('\n').findIndex((line) => /^\s+["']?([\w-]+)["']?\s*:/.exec(line)?.[1] === key)
  return moved < 0 ? { key } : { key, line: moved + 1 }
}
