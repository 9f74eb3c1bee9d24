import type { ClientId } from '../clients/facts.ts'
import { type DocumentNode, fieldsOf, resolved } from '../document/document-node.ts'
import { openDocument } from '../document/open-document.ts'

/** Keys that only one client has. */
const SIGNS: Readonly<Record<string, ClientId>> = {
  proxies: 'mihomo', 'proxy-groups': 'mihomo', 'proxy-providers': 'mihomo', 'mixed-port': 'mihomo', rules: 'mihomo',
  route: 'singbox', experimental: 'singbox', endpoints: 'singbox', ntp: 'singbox', certificate: 'singbox',
  routing: 'xray', policy: 'xray', stats: 'xray', observatory: 'xray', burstObservatory: 'xray', api: 'xray',
} // oxfmt-ignore

/** The client that a config is most likely for. Clash's keys are mihomo's too, and mihomo is what people have. */
export function recogniseClient(text: string): ClientId {
  const { root } = openDocument(text, { format: 'json' })
  if (root?.kind !== 'map') return 'mihomo'
  const fields = fieldsOf(root)
  for (const key of fields.keys()) if (Object.hasOwn(SIGNS, key)) return SIGNS[key]!
  const lists = [fields.get('outbounds')?.value, fields.get('inbounds')?.value]
  if (lists.some((list) => hasItemWith(list, 'protocol'))) return 'xray'
  return lists.some((list) => hasItemWith(list, 'type')) ? 'singbox' : 'mihomo'
}

function hasItemWith(node: DocumentNode | undefined, key: string): boolean {
  const list = node && resolved(node)
  return list?.kind === 'list' && list.items.some(({ value }) => value.kind === 'map' && fieldsOf(value).has(key))
}
