/** A schema as JSON Schema 2020-12 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>

interface MediaTypes {
  [type: string]: { schema: JsonSchema; example?: unknown }
}

interface ApiAnswer {
  description: string
  content?: MediaTypes
}

/** What is said of one endpoint. */
export interface ApiOperation {
  operationId: string
  summary: string
  tags: readonly string[]
  /** One of these is enough; an empty one: nobody has to say who they are. */
  security: readonly { token?: readonly string[] }[]
  parameters?: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: true; content: MediaTypes }
  responses: Readonly<Record<string, ApiAnswer>>
}

/** What the server says of its API at `/openapi.json`: OpenAPI 3.1, as far as it is written. */
export interface ApiDescription {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: readonly { url: string }[]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  components: {
    schemas: Readonly<Record<string, JsonSchema>>
    securitySchemes: { token: { type: 'http'; scheme: 'bearer'; description: string } }
  }
}
