import { isRecord } from '@switchyard/convert/record'
import { isSecretName } from '@switchyard/redact'
import type { BytesRequest } from '../../workers/fetch-worker.ts'

export const SERVICE_METHODS = ['POST', 'GET'] as const
/** How the body of a request is written. */
export const BODIES = ['json', 'form', 'none'] as const

/**
 * A service that makes short links, as a person describes it. `{url}`, `{url:base64}`, `{code}` and `{token}` stand for the
 * address, a code of one's own and the key to the service. The key itself is not part of it.
 */
export interface ShortService {
  id: string
  name: string
  method: (typeof SERVICE_METHODS)[number]
  url: string
  /** Empty: none is sent. */
  headerName: string
  headerValue: string
  body: (typeof BODIES)[number]
  template: string
  /** Where in the answer the short link stands: `data.links[0].url`. Empty: the answer is the link. */
  answerPath: string
}

/** What a request is made of. */
export interface ShortValues {
  url: string
  code: string
  token: string
}

export type ServiceField = keyof Omit<ShortService, 'id'>
/** What is wrong with a field. `key`: a key to the service stands there, where everybody who uses this browser reads it. */
export type ServiceMistake = 'empty' | 'not-https' | 'no-url' | 'not-json' | 'header' | 'key'

export const SERVICE_NAME_MAX = 40
export const FIELD_MAX = 2000
const HEADER_NAME = /^[\w-]{1,64}$/
const MARK = /\{(url|url:base64|code|token)\}/g

/** What is wrong with a service, by field. */
export function serviceMistakes(service: ShortService): Partial<Record<ServiceField, ServiceMistake>> {
  const { name, url, headerName, headerValue, template } = service
  const body = bodyOf(service)
  const mistakes: Partial<Record<ServiceField, ServiceMistake>> = {}
  if (name.trim() === '') mistakes.name = 'empty'
  const address = URL.parse(filled(url, SAMPLE, encodeURIComponent))
  if (address?.protocol !== 'https:') mistakes.url = 'not-https'
  else if (address.username || address.password || holdsKey(queryOf(url))) mistakes.url = 'key'
  if (headerName !== '' && (!HEADER_NAME.test(headerName) || /[\r\n]/.test(headerValue))) mistakes.headerName = 'header'
  else if (headerName !== '' && holdsKey([[headerName, headerValue]])) mistakes.headerValue = 'key'
  const parts = body === 'none' ? [] : partsOf(body, template)
  if (!parts) mistakes.template = 'not-json'
  else if (holdsKey(parts)) mistakes.template = 'key'
  else if (!/\{url(:base64)?\}/.test(body === 'none' ? url : url + template)) mistakes[body === 'none' ? 'url' : 'template'] ??= 'no-url' // oxfmt-ignore
  return mistakes
}

/** Whether a service takes a code of one's own. */
export const takesCode = (service: ShortService): boolean =>
  `${service.url}${bodyOf(service) === 'none' ? '' : service.template}`.includes('{code}')

/** Whether a service has a place for a key. */
export const takesToken = (service: ShortService): boolean => {
  const { url, headerName, headerValue, template } = service
  return `${url}${headerName === '' ? '' : headerValue}${bodyOf(service) === 'none' ? '' : template}`.includes(
    '{token}',
  )
}

/** The request that asks a service for a short link. Each value is written as its place wants it. */
export function requestOf(service: ShortService, values: ShortValues): Omit<BytesRequest, 'body'> & { body?: string } {
  const { method, url, headerName, headerValue, template } = service
  const body = bodyOf(service)
  const isJson = body === 'json'
  return {
    address: filled(url, values, encodeURIComponent),
    method,
    headers: {
      ...(headerName === '' ? {} : { [headerName]: filled(headerValue, values, String) }),
      ...(body === 'none' ? {} : { 'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    ...(body === 'none' ? {} : { body: isJson ? jsonOf(template, values) : formOf(template, values) }),
    isLook: false,
  }
}

/** A GET has none. */
const bodyOf = ({ method, body }: ShortService) => (method === 'GET' ? 'none' : body)

export type AnswerMistake = 'not-json' | 'no-such-path' | 'not-an-address'

/** The short link in an answer, or why there is none. */
export function linkIn(answer: string, path: string): { url: string } | { mistake: AnswerMistake } {
  const found = path.trim() === '' ? answer.trim() : atPath(answer, path)
  if (typeof found === 'object') return found
  const url = URL.parse(found)
  return url && /^https?:$/.test(url.protocol) ? { url: url.href } : { mistake: 'not-an-address' }
}

function atPath(answer: string, path: string): string | { mistake: AnswerMistake } {
  let value: unknown
  try {
    value = JSON.parse(answer)
  } catch {
    return { mistake: 'not-json' }
  }
  for (const key of path
    .trim()
    .replace(/^\$/, '')
    .split(/[.[\]]/)
    .filter(Boolean)) {
    if ((!isRecord(value) && !Array.isArray(value)) || !Object.hasOwn(value, key)) return { mistake: 'no-such-path' }
    value = Reflect.get(value, key)
  }
  return typeof value === 'string' ? value : { mistake: 'not-an-address' }
}

const SAMPLE: ShortValues = { url: 'https://example.com/', code: 'code', token: 'token' }

function filled(text: string, values: ShortValues, encode: (value: string) => string): string {
  return text.replaceAll(MARK, (_, mark: string) => encode(valueOf(mark, values)))
}

function valueOf(mark: string, { url, code, token }: ShortValues): string {
  if (mark === 'url:base64') return btoa(String.fromCodePoint(...new TextEncoder().encode(url)))
  return mark === 'url' ? url : mark === 'code' ? code : token
}

/** A field of nothing but a code is left out where nobody wants one. */
const isLeftOut = (text: string, { code }: ShortValues): boolean => code === '' && text.trim() === '{code}'

function jsonOf(template: string, values: ShortValues): string {
  return JSON.stringify(JSON.parse(template), (_, value: unknown) => {
    if (typeof value !== 'string') return value
    return isLeftOut(value, values) ? undefined : filled(value, values, String)
  })
}

function formOf(template: string, values: ShortValues): string {
  const kept = [...new URLSearchParams(template)].filter(([, value]) => !isLeftOut(value, values))
  return new URLSearchParams(kept.map(([name, value]) => [name, filled(value, values, String)])).toString()
}

/** The names and texts in a template; undefined where it cannot be read. */
function partsOf(body: 'json' | 'form', template: string): [name: string, value: string][] | undefined {
  if (body === 'form') return [...new URLSearchParams(template)]
  const parts: [string, string][] = []
  try {
    const value: unknown = JSON.parse(template, (name, value: unknown) => {
      if (typeof value === 'string') parts.push([name, value])
      return value
    })
    return isRecord(value) ? parts : undefined
  } catch {
    return undefined
  }
}

function queryOf(url: string): [string, string][] {
  const at = url.indexOf('?')
  return at === -1 ? [] : [...new URLSearchParams(url.slice(at))]
}

/** Whether a key is written out that `{token}` could stand for. */
function holdsKey(parts: readonly (readonly [name: string, value: string])[]): boolean {
  return parts.some(([name, value]) => isSecretName(name) && value !== '' && !value.includes('{token}'))
}

const MOST_SERVICES = 10

/** The services of what was kept, as far as they are some. */
export function knownServices(given: unknown): ShortService[] {
  if (!Array.isArray(given)) return []
  return given
    .filter(isRecord)
    .map(knownService)
    .filter((one) => one !== undefined)
    .slice(0, MOST_SERVICES)
}

function knownService(given: Record<string, unknown>): ShortService | undefined {
  const text = (field: string) => {
    const value = given[field]
    return typeof value === 'string' ? value.slice(0, FIELD_MAX) : ''
  }
  const service: ShortService = {
    id: text('id'),
    name: text('name').slice(0, SERVICE_NAME_MAX),
    method: SERVICE_METHODS.find((one) => one === given['method']) ?? 'POST',
    url: text('url'),
    headerName: text('headerName'),
    headerValue: text('headerValue'),
    body: BODIES.find((one) => one === given['body']) ?? 'json',
    template: text('template'),
    answerPath: text('answerPath'),
  }
  return service.id !== '' && Object.keys(serviceMistakes(service)).length === 0 ? service : undefined
}
