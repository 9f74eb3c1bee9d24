import type { EndpointName } from '@switchyard/contract'

const VERBS: Readonly<Record<string, string>> = { PUT: 'set', PATCH: 'change', DELETE: 'delete' }

/**
 * What a generated client calls an endpoint: `listOutputs`, `getOutput`, `createOutput`, and `rotateOutputAddress`, where
 * the last part of the path says what is done.
 */
export function operationId(name: EndpointName): string {
  const [method = '', path = ''] = name.split(' ')
  const parts = path.split('/').filter(Boolean)
  if (parts.shift() !== 'api') return camel([method.toLowerCase(), ...path.split('/')])
  const last = parts.at(-1) ?? ''
  const things = parts.flatMap((part, at) => {
    if (part.startsWith(':')) return []
    return parts[at + 1]?.startsWith(':') ? singular(part) : part
  })
  const isList = !last.startsWith(':') && last.endsWith('s')
  if (method === 'GET') return camel([isList ? 'list' : 'get', ...things])
  if (method !== 'POST') return camel([VERBS[method]!, ...things])
  const before = things.slice(0, -1)
  return isList ? camel(['create', ...before, singular(last)]) : camel([last, ...before])
}

/** `addresses`, `outputs`. */
const singular = (noun: string): string => noun.replace(/(?<=ss)es$|s$/, '')

const camel = (parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split(/[-.:]/))
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
