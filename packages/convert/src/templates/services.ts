import { SERVICES, type ServiceName } from './group-keys.ts'
import { serviceTitle } from './group-names/index.ts'
import type { ListName } from './list-addresses.ts'
import { DIRECT, list, ref, select } from './parts.ts'
import { type Lang, LANGS } from '../languages.ts'
import type { Template, TemplateGroup, TemplateMember, TemplateRule } from './template.ts'

/** Services that work from the mainland: direct comes first. */
const DIRECT_FIRST: ReadonlySet<ServiceName> = new Set<ServiceName>([
  'apple',
  'microsoft',
  'steam',
  'bilibili',
  'china-media',
  'google-fcm',
])

interface Route {
  list: ListName
  service: ServiceName
  /** It is let through, whatever the group says. */
  isException?: true
  /** Only where everything is wanted. */
  isMore?: true
}

/** The narrower list first: the AI hosts of Google before Google, Netflix before streaming at large. */
const ROUTES: readonly Route[] = [
  // What the lists of advertisements take too much of.
  { list: 'ads-exceptions', service: 'ads', isException: true },
  { list: 'ads', service: 'ads' },
  { list: 'ads-apps', service: 'ads', isMore: true },
  { list: 'ai', service: 'ai' },
  { list: 'steam-cn', service: 'steam', isException: true },
  ...(['netflix', 'youtube', 'disney', 'spotify', 'bilibili', 'china-media', 'google-fcm', 'google'] as const).map(own),
  ...(['steam', 'paypal', 'crypto', 'github', 'telegram', 'apple', 'microsoft', 'streaming'] as const).map(own),
]

function own(service: ServiceName): Route {
  return { list: service, service }
}

interface Places {
  /** Where the exceptions of a service go. */
  direct: string
  nameOf: (service: ServiceName) => string
}

/** A group for each of the services. `main` and `others`: what a person may choose besides DIRECT. */
export function serviceGroups(
  services: readonly ServiceName[],
  {
    main,
    others,
    nameOf,
  }: { main: readonly TemplateMember[]; others: readonly TemplateMember[] } & Pick<Places, 'nameOf'>,
): TemplateGroup[] {
  return SERVICES.filter((service) => services.includes(service)).map((service) => {
    if (service === 'ads') return select(nameOf(service), [ref('REJECT'), DIRECT, ...main])
    const isDirect = DIRECT_FIRST.has(service)
    return select(nameOf(service), isDirect ? [DIRECT, ...main, ...others] : [...main, ...others, DIRECT])
  }) // oxfmt-ignore
}

/** The rules that send services to their groups, whatever order they were chosen in. `withMore`: ads inside of programs too. */
export function serviceRules(
  services: readonly ServiceName[],
  { direct, nameOf, withMore = false }: Places & { withMore?: boolean },
): TemplateRule[] {
  return ROUTES.filter(({ service, isMore }) => services.includes(service) && (withMore || !isMore)).map((route) =>
    list(route.list, route.isException ? direct : nameOf(route.service)),
  )
}

/**
 * A template that is not ours with services besides what it routes by itself: a group for each, and the rules in front
 * of its own. A group that it has under the name of a service is that of the service.
 */
export function withServices(template: Template, services: readonly ServiceName[], lang: Lang): Template {
  if (services.length === 0) return template
  const { groups, rules, main = groups[0]?.name, base } = template
  const taken = new Set(groups.map(({ name }) => name))
  const nameOf = (service: ServiceName) =>
    LANGS.map((each) => serviceTitle(service, each)).find((name) => taken.has(name)) ?? serviceTitle(service, lang)
  const missing = services.filter((service) => !taken.has(nameOf(service)))
  const tested = groups.filter(({ name, type }) => type !== 'select' && name !== main).map(({ name }) => ref(name))
  const all: TemplateMember = base === undefined ? { kind: 'all' } : { kind: 'all', withOwn: true }
  const added = serviceGroups(missing, {
    main: main === undefined ? [] : [ref(main)],
    others: [...tested, all],
    nameOf,
  })
  return {
    ...template,
    ...(main === undefined ? {} : { main }),
    groups: [...groups, ...added],
    rules: [...serviceRules(services, { direct: 'DIRECT', nameOf }), ...rules],
  }
}
