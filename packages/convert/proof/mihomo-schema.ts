import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import { isRecord } from '../src/text/record.ts'

/**
 * The public mihomo schema (meta-json-schema, which Clash Verge's editor uses). It knows fields and types; mihomo
 * itself is asked elsewhere about keys and names.
 */

export interface SchemaComplaint {
  /** `/proxies/0/server`. */
  path: string
  message: string
  value: unknown
}

export interface Difference {
  path: RegExp
  /** Of the value in JSON. */
  value: RegExp
  reason: string
}

/**
 * Where the schema is stricter than mihomo, and why what we write is right all the same
 * (docs/formats/mihomo.md, "Where the public schema is stricter").
 */
const ACCEPTED_DIFFERENCES: readonly Difference[] = [
  {
    path: /^\/proxies\/\d+\/(?:server|peers\/\d+\/server|plugin-opts\/host|obfs-opts\/host|xhttp-opts\/host)$/,
    value: /[_,;]|\.\.|\."$|[^\0-\x7F]|^"[\d.]+"$/,
    reason:
      'a name is whatever its DNS server knows: underscores, a last dot and other scripts are asked for as they are',
  },
  {
    path: /^\/proxies\/\d+\/fingerprint$/,
    value: /^"[0-9a-f]{64}"$/,
    reason: 'mihomo takes the hash with and without colons',
  },
  {
    path: /^\/proxies\/\d+\/uuid$/,
    value: /^".+"$/,
    reason: 'mihomo hashes a text that is no UUID to one, as the server does',
  },
  { path: /^\/proxies\/\d+\/ip$/, value: /^"[\d.]+\/\d+"$/, reason: 'mihomo takes a prefix' },
  { path: /^\/proxies\/\d+\/ipv6$/, value: /^"[0-9a-f:]+\/\d+"$/, reason: 'mihomo takes a prefix' },
  {
    path: /\/brutal-opts\/(?:up|down)$/,
    value: /^"\d+ Mbps"$/,
    reason: 'mihomo takes a rate with its unit',
  },
  { path: /^\/proxies\/\d+\/obfs$/, value: /^"gecko"$/, reason: 'newer than the schema' },
  {
    path: /^\/rules\/\d+$/,
    value: /^"(?:AND|OR|NOT),\(\(/,
    reason: 'mihomo takes AND and OR with one condition, and logic inside logic',
  },
  {
    path: /^\/rules\/\d+$/,
    value: /^"SRC-(?:IP-CIDR|IP-SUFFIX|IP-ASN|GEOIP),.+,no-resolve"$/,
    reason: 'a rule about the source resolves nothing: mihomo takes the word there and does nothing with it',
  },
]

/** A judge of whole configs by the schema in the file; what stands in the table of differences is not told. */
export function schemaJudge(file: string): (config: unknown) => SchemaComplaint[] {
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, logger: false })
  const validate = ajv.compile(byType(JSON.parse(readFileSync(file, 'utf8'))) as object)
  return (config) => {
    if (validate(config)) return []
    return once(outermost(validate.errors ?? [])).filter(
      (complaint) => !ACCEPTED_DIFFERENCES.some((one) => isSame(one, complaint)),
    )
  }
}

/**
 * The schema lists nodes and groups as "any of these", each with its type: one wrong field then brings the complaints
 * of all types. As "if it is of this type, then" it brings its own.
 */
function byType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byType)
  if (!isRecord(schema)) return schema
  const branches = Array.isArray(schema['anyOf']) ? schema['anyOf'].map(typedBranch) : []
  if (branches.length === 0 || branches.some((branch) => branch === undefined)) {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, byType(value)]))
  }
  const { anyOf: _, ...others } = schema
  const typed = branches.filter((branch) => branch !== undefined)
  return {
    ...others,
    properties: { type: { enum: typed.map(({ type }) => type) } },
    required: ['type'],
    allOf: typed.map(({ type, rest }) => ({
      if: { properties: { type: { const: type } } },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { allOf: rest.map(byType) },
    })),
  }
}

function typedBranch(branch: unknown): { type: unknown; rest: unknown[] } | undefined {
  const parts = isRecord(branch) && Array.isArray(branch['allOf']) ? branch['allOf'] : []
  const [head, ...rest] = parts as unknown[]
  const properties = isRecord(head) ? head['properties'] : undefined
  const type = isRecord(properties) && isRecord(properties['type']) ? properties['type']['const'] : undefined
  return type === undefined || rest.length === 0 ? undefined : { type, rest }
}

/** Where none of several forms fits, the complaints of each form say less than that. */
function outermost(errors: readonly ErrorObject[]): SchemaComplaint[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const isInside = (error: ErrorObject) =>
    choices.some(
      (choice) =>
        choice !== error &&
        (choice.instancePath === error.instancePath
          ? !choices.includes(error)
          : error.instancePath.startsWith(`${choice.instancePath}/`)),
    )
  return errors
    .filter((error) => error.keyword !== 'if' && !isInside(error))
    .map(({ instancePath, message = '', params, data }) => ({
      path: instancePath,
      message: `${message} ${JSON.stringify(params)}`,
      value: data,
    }))
}

/** A choice inside a choice is told as often as it was tried. */
function once(complaints: readonly SchemaComplaint[]): SchemaComplaint[] {
  return [...new Map(complaints.map((one) => [`${one.path} ${one.message}`, one])).values()]
}

function isSame(difference: Difference, { path, value }: SchemaComplaint): boolean {
  return difference.path.test(path) && difference.value.test(JSON.stringify(value) ?? '')
}
