import type { z } from 'zod'

/** How an endpoint is named: its method and its path, with the parameters as `:name`. */
export type EndpointName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** What an endpoint is sent, where that is anything, and what it answers. */
export interface EndpointShape {
  body?: z.ZodType
  data: z.ZodType
  /** It answers with events, one after the other, without an envelope: `data` is one of them. */
  isStream?: true
}

/** The endpoints of one noun. */
export type Slice = Partial<Record<EndpointName, EndpointShape>>

/** The path of an endpoint. */
export type PathOf<Name extends string> = Name extends `${string} ${infer Path}` ? Path : never

/** The parts of an address that an endpoint leaves open: `file` of `/api/_nuxt_icon/:file`. */
export type ParamOf<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? Param | ParamOf<`/${Rest}`>
  : Name extends `${string}/:${infer Param}`
    ? Param
    : never
