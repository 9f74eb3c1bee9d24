import {
  API,
  type ApiDescription,
  type ApiOperation,
  envelopeOf,
  FailureEnvelope,
  isStorageService,
  type JsonSchema,
  type Slice,
  storageEnvelopeOf,
} from '@switchyard/contract'
import { type ApiTag, apiWords, type Lang } from '@switchyard/locale'
import { z } from 'zod'
import type { Endpoint } from '../../http/endpoint.ts'
import { operationId } from './operation-id.ts'

const SHAPES: Slice = API
const JSON_TYPE = 'application/json'
const EVENT_TYPE = 'text/event-stream'
const BYTES_TYPE = 'application/octet-stream'

/** What the API of these endpoints is, as OpenAPI 3.1. */
export function describeApi(
  endpoints: readonly Endpoint[],
  { site, version, lang }: { site: string; version: string; lang: Lang },
): ApiDescription {
  const words = apiWords(lang)
  const named = new Map<string, JsonSchema>()
  const failure = schemaOf(FailureEnvelope, 'output', named)
  const paths: Record<string, Record<string, ApiOperation>> = {}
  for (const each of endpoints.filter(isPublic)) {
    const [method = '', path = ''] = each.name.split(' ')
    const place = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    place[method.toLowerCase()] = operationOf(each)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: words.about.title,
      version,
      description: words.about.text,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site }],
    tags: Object.entries(words.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(named),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: words.about.token } },
    },
  }

  function operationOf(endpoint: Endpoint): ApiOperation {
    const { name, who, scope, statuses, takesBytes } = endpoint
    const shape = SHAPES[name]
    const envelope = isStorageService(pathIn(name)) ? storageEnvelopeOf : envelopeOf
    const parameters = parametersOf(endpoint)
    return {
      operationId: operationId(name),
      // A test looks for the words of every endpoint that has a part in this.
      summary: words.endpoints[name] ?? name,
      tags: [tagOf(endpoint)],
      security: [...(who === 'visitor' ? [{}] : []), ...(scope === undefined ? [] : [{ token: [scope] }])],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(takesBytes ? { requestBody: { required: true, content: { [BYTES_TYPE]: { schema: {} } } } } : {}),
      ...(shape?.body
        ? {
            requestBody: { required: true, content: { [JSON_TYPE]: { schema: schemaOf(shape.body, 'input', named) } } },
          }
        : {}),
      responses: shape
        ? {
            200: shape.isStream
              ? answer(words.about.events, schemaOf(shape.data, 'output', named), EVENT_TYPE)
              : answer(words.about.done, schemaOf(envelope(shape.data), 'output', named)),
            default: answer(words.about.failed, failure),
          }
        : Object.fromEntries(
            (statuses ?? []).map((status) => [status, { description: words.statuses[status] ?? String(status) }]),
          ),
    }
  }
}

/** Programs ask it, with a token or without. */
export const isPublic = ({ scope, statuses }: Endpoint): boolean => scope !== undefined || statuses !== undefined

const answer = (description: string, schema: JsonSchema, type = JSON_TYPE) => ({
  description,
  content: { [type]: { schema } },
})

function tagOf({ name, scope, statuses }: Endpoint): ApiTag {
  if (statuses && !isStorageService(pathIn(name))) return 'addresses'
  const [, , part = ''] = name.split('/')
  if (scope === 'convert' && part !== 'probes') return 'convert'
  // An endpoint with another part has no words, and a test fails.
  return isStorageService(pathIn(name)) || part === 'shares' ? 'storage' : (part as ApiTag)
}

const pathIn = (name: Endpoint['name']): string => name.slice(name.indexOf('/'))

function parametersOf({ name, query }: Endpoint): NonNullable<ApiOperation['parameters']> {
  const inPath = Array.from(name.matchAll(/:(\w+)/g), ([, param = '']) => ({
    name: param,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query).map(([param, schema]) => ({
    name: param,
    in: 'query' as const,
    required: false,
    schema: schemaOf(schema, 'input', new Map()),
  }))
  return [...inPath, ...inQuery]
}

/** A schema of ours as JSON Schema. What has an id stands in `named`, once for all who use it. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', named: Map<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // An answer may get more fields: who reads it passes over what they do not know.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  for (const [id, each] of Object.entries($defs)) named.set(id, inComponents(each))
  return inComponents(own)
}

/** The same with its references as they stand in the description. */
function inComponents(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  )
  // It was an object before it was a text.
  return JSON.parse(text) as JsonSchema
}
