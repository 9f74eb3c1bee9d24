import { SERVICE_SETS, SERVICES, type ServiceName } from '@switchyard/convert/services'
import { BUILTIN, freeName, type RuleSetRow, withCommon } from '@switchyard/recipe/model'
import type { Model } from '../session/model.ts'
import { withGroupEdit } from './group-edits.ts'

/** The services that are routed: those chosen, or those that the template has by itself. */
export function chosenServices({ common: { services, template } }: Model): readonly ServiceName[] {
  return services ?? ownServices(template)
}

function ownServices(template: Model['common']['template']): readonly ServiceName[] {
  return typeof template === 'string' ? SERVICE_SETS[template] : []
}

/** Routes these services. Those that the template has by itself are no choice. */
export function withServices(model: Model, wanted: readonly ServiceName[]): Model {
  const services = SERVICES.filter((one) => wanted.includes(one))
  const { services: _, ...common } = model.common
  const isOwn = isSame(services, ownServices(common.template))
  return { ...model, common: isOwn ? common : { ...common, services } }
}

/** The ready set that is chosen, where it is one. */
export function chosenSet(model: Model): (typeof BUILTIN)[number] | undefined {
  return BUILTIN.find((set) => isSame(chosenServices(model), SERVICE_SETS[set]))
}

function isSame(one: readonly ServiceName[], other: readonly ServiceName[]): boolean {
  return one.length === other.length && one.every((service) => other.includes(service))
}

/** A service of the user's own: a list, and a group for it where there is none. `main`: what the group offers first. */
export function withOwnService(
  model: Model,
  { name, url }: { name: string; url: string },
  groups: readonly string[],
  main: string | undefined,
): Model {
  const { ruleSets } = model.common
  const taken = new Set(ruleSets.map((row) => row.name))
  const row: RuleSetRow = {
    name: freeName(taken, (number) => (number === 1 ? name : `${name}-${number}`)),
    group: name,
    type: 'http',
    behavior: behaviorOf(url),
    url,
  }
  const next = withCommon(model, { ruleSets: [...ruleSets, row] })
  if (groups.includes(name)) return next
  return withGroupEdit(next, name, {
    type: 'select',
    added: true,
    removed: undefined,
    members: [
      ...(main === undefined ? [] : [{ kind: 'ref', name: main } as const]),
      { kind: 'all' },
      { kind: 'ref', name: 'DIRECT' },
    ],
  })
}

/** What a list holds, as far as its address tells. */
function behaviorOf(url: string): RuleSetRow['behavior'] {
  const path = pathOf(url)
  if (/\/geoip\/|cidr/.test(path)) return 'ipcidr'
  return path.endsWith('.mrs') || path.includes('/geosite/') ? 'domain' : 'classical'
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0]!.toLowerCase()
}

/** What a list is called by its address: `Netflix` of `…/Netflix.list`. */
export function nameOfList(url: string): string {
  const file = url.split(/[?#]/, 1)[0]!.split('/').at(-1) ?? ''
  return decoded(file).replace(/\.[a-z]+$/i, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
