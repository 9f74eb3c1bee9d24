import { ConvertError, readJson, readYaml } from '@switchyard/convert'

/** The value of a YAML or JSON text, comments and trailing commas allowed in both. */
export function readData(text: string): unknown {
  const start = text.trimStart()[0]
  const json = start === '{' || start === '[' || start === '/' ? readJson(text) : undefined
  if (json !== undefined) return json
  const { documents, issue } = readYaml(text)
  if (issue !== undefined) throw new ConvertError('bad-option', { reason: 'yaml' })
  return documents[0]?.value
}
