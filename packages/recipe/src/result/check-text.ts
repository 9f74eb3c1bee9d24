import { clientFacts, type ConfigLayout, isClientId, outputFacts } from '@switchyard/convert/facts'
import { findIssuePlace, type IssueArgs, type IssueCode, readJson, readJsonAt, readYaml } from '@switchyard/convert'
import { recordOf } from '@switchyard/convert/record'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { ConvertSettings } from '../model/convert-settings.ts'
import type { TextCheck, TextIssue } from '../model/build-result.ts'
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

export function yamlIssue(text: string, lang: Lang): TextIssue | undefined {
  const { issue } = readYaml(text)
  if (issue === undefined) return undefined
  const { at: noticed, code, first } = issue
  if (first !== undefined)
    return issueAt(text, noticed, code, lang, { line: lineOf(text, noticed), first: lineOf(text, first) })
  if (code !== 'bad-yaml') return issueAt(text, noticed, code, lang)
  const { at, reason } = findIssuePlace(text, issue)
  return issueAt(text, at, code, lang, { msg: reason })
}

export function jsonIssue(text: string, lang: Lang): TextIssue | undefined {
  if (readJson(text) !== undefined) return undefined
  const { end } = readJsonAt(text, 0)
  // What stands behind a whole value begins after blanks.
  return issueAt(text, end + /^\s*/.exec(text.slice(end))![0].length, 'bad-json', lang)
}

function issueAt(text: string, at: number, code: IssueCode, lang: Lang, args: IssueArgs = {}): TextIssue {
  return { line: lineOf(text, at), message: wordIssue({ code, severity: 'error', args }, lang) }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
