import type {
  ApiName,
  BodyOf,
  DataOf,
  Envelope,
  OwnShapeName,
  OwnShapeOf,
  ParamOf,
  StreamName,
} from '@switchyard/contract'
import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import { eventReader } from './event-reader.ts'
import { request, requestBits, type RequestOptions } from './request.ts'

type AskOptions<Name extends string> = Pick<RequestOptions, 'signal' | 'quiet'> & {
  /** With its `?`. */
  search?: string
} & ([ParamOf<Name>] extends [never] ? unknown : { params: Record<ParamOf<Name>, string> })

/**
 * Asks our server at an endpoint whose answer has a shape of its own. The name is all that the page carries of the
 * contract: method, path and types follow from it, so that no schema is loaded. Null: the answer was empty.
 */
export function ask<Name extends OwnShapeName>(
  name: Name,
  options: AskOptions<Name>,
): Promise<OwnShapeOf<Name> | null> {
  // Only once the name is known does the compiler see whether there are `params`.
  const { search = '', params, ...rest } = options as AskOptions<Name> & { params?: Record<string, string> }
  const { method, path } = placeOf(name, params)
  return request(path + search, { method, headers: headers(), ...rest })
}

/** What answers once, in an envelope. */
export type CallName = Exclude<ApiName, StreamName>

export type CallOptions<Name extends CallName> = AskOptions<Name> &
  (BodyOf<Name> extends undefined ? unknown : { body: BodyOf<Name> })

/**
 * Calls an endpoint of our own API and gives what is in the envelope. A call that fails throws an HttpError, whose
 * body is the answer.
 */
export async function call<Name extends CallName>(name: Name, options: CallOptions<Name>): Promise<DataOf<Name>> {
  // As above.
  const { search = '', params, ...rest } = options as CallOptions<Name> & { params?: Record<string, string> }
  const { method, path } = placeOf(name, params)
  const answer = await request<Envelope<DataOf<Name>>>(path + search, {
    method,
    headers: headers(),
    ...rest,
  })
  if (answer === null) throw new TypeError(`${name} answered nothing`)
  return answer.data
}

export type ListenOptions<Name extends StreamName> = Pick<RequestOptions, 'signal' | 'quiet'> & {
  body: BodyOf<Name>
  onEvent: (event: DataOf<Name>) => void
}

/** Calls an endpoint that answers with events, and hands on each as it comes. Resolves when the answer has ended. */
export async function listen<Name extends StreamName>(
  name: Name,
  { onEvent, ...rest }: ListenOptions<Name>,
): Promise<void> {
  const { method, path } = placeOf(name)
  // What an endpoint answers is written down in the contract.
  const read = eventReader((event) => onEvent(event as DataOf<Name>))
  await requestBits(path, { method, headers: { ...headers(), accept: 'text/event-stream' }, ...rest }, read)
}

/** Words for a person come in the language of the page. */
function headers(): Record<string, string> {
  return { accept: 'application/json', [LANGUAGE_HEADER]: document.documentElement.lang }
}

/** What an endpoint is asked, in one word: `GET /a/x%2Fy?z=1`. */
export function keyOf(
  name: string,
  { params, search = '' }: { params?: Record<string, string>; search?: string },
): string {
  const { method, path } = placeOf(name, params)
  return `${method} ${path}${search}`
}

/** ('GET /a/:id', { id: 'x/y' }) gives GET and /a/x%2Fy. */
export function placeOf(name: string, params: Readonly<Record<string, string>> = {}): { method: string; path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, path: path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? '')) }
}
