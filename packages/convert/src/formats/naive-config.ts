import type { ListItem } from './entry-format.ts'
import type { JsonObject } from '../text/record.ts'

/** The config of naiveproxy (klzgrad/naiveproxy USAGE.txt): `proxy` leads to the servers, `listen` is its own port. */
export function naiveProxies(document: JsonObject): ListItem[] | undefined {
  const { listen, proxy } = document
  if (listen === undefined) return undefined
  const links = (Array.isArray(proxy) ? proxy : [proxy]).filter(
    (link) => typeof link === 'string' && link.includes('://'),
  )
  return links.length === 0 ? undefined : links.map((value) => ({ form: 'link', value }))
}
