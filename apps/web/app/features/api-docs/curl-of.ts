import type { ApiDescription, ApiOperation } from '@switchyard/contract'
import { sampleOf } from './sample-of.ts'

/** One endpoint as it is described. */
export interface DescribedEndpoint {
  method: string
  path: string
  operation: ApiOperation
}

/** What an address of a converter is asked with, at the least; everything else has a default. */
const ASKED_WITH: Readonly<Record<string, string>> = { target: '-d target=clash', url: '--data-urlencode "url=$URL"' }

/** A request to copy into a shell, with `$TOKEN` and what else is one's own as variables. `site`: without `/` at its end. */
export function curlOf(
  site: string,
  { method, path, operation }: DescribedEndpoint,
  { schemas }: ApiDescription['components'],
): string {
  const parts = ['curl']
  if (method !== 'get') parts.push(`-X ${method.toUpperCase()}`)
  if (needsToken(operation)) parts.push('-H "Authorization: Bearer $TOKEN"')
  const query = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? (ASKED_WITH[name] ?? []) : [])) // oxfmt-ignore
  if (method === 'get' && query.length > 0) parts.push('-G', ...query)
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema)
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(sampleOf(schema, schemas)))}`)
  const address = site + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  return [...parts, `"${address}"`].join(' ')
}

/** Whether nobody may ask without one. */
export const needsToken = ({ security }: ApiOperation): boolean => security.every(({ token }) => token !== undefined)

/** As one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
