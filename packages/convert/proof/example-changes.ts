import { readdirSync, readFileSync } from 'node:fs'
import { recogniseClient } from '../src/check/recognise-client.ts'
import { loadEditor } from '../src/clients/editors.ts'
import type { ClientId } from '../src/clients/facts.ts'
import { type MapNode, resolved } from '../src/document/document-node.ts'
import { openDocument } from '../src/document/open-document.ts'
import type { WantedChange } from '../src/inject/change.ts'

/** For tests: configs of many kinds, and a change of each kind for each of them. */

const FOLDER = new URL('../src/document/fixtures/', import.meta.url)

/** The 50 files of `document`, with the client that each is for. */
export const CONFIGS = readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8')
    return { name, text, client: name.endsWith('.yaml') ? ('mihomo' as const) : jsonClient(text) }
  })

function jsonClient(text: string): ClientId {
  const client = recogniseClient(text)
  return client === 'mihomo' ? 'singbox' : client
}

export interface Names {
  node: string | undefined
  group: string | undefined
  rule: string | undefined
}

/** A node, a group and a rule of a config, the first of each. */
export async function namesIn(text: string, client: ClientId): Promise<Names> {
  const editor = await loadEditor(client)
  const { root } = openDocument(text, { format: client === 'mihomo' ? 'yaml' : 'json' })
  const map = root && resolved(root)
  if (map?.kind !== 'map') return { node: undefined, group: undefined, rule: undefined }
  const parts = editor.partsOf(map satisfies MapNode).filter(({ name }) => name !== '')
  const node = parts.find(({ kind, isPlain }) => kind === 'node' && !isPlain)?.name
  const [rule] = editor.rulesOf(map)
  return { node, group: parts.find(({ kind }) => kind === 'group')?.name, rule: rule?.text }
}

const GROUPS: Readonly<Record<ClientId, (members: string[]) => Record<string, unknown>>> = {
  mihomo: (proxies) => ({ name: 'New group', type: 'select', proxies }),
  clash: (proxies) => ({ name: 'New group', type: 'select', proxies }),
  singbox: (outbounds) => ({ type: 'selector', tag: 'New group', outbounds }),
  xray: (selector) => ({ tag: 'New group', selector }),
}

/** A change of each kind, where the config has what it is about. */
export function changesFor(client: ClientId, { node, group, rule }: Names): WantedChange[] {
  const target = group ?? node ?? (client === 'mihomo' ? 'DIRECT' : undefined)
  const into = group === undefined ? [] : [group]
  const lines = [
    { rule: `DOMAIN-SUFFIX,new.example.com,${target}` },
    { rule: `IP-CIDR,192.0.2.0/28,${target},no-resolve` },
  ]
  const isClash = client === 'mihomo'
  const set: WantedChange = isClash
    ? { kind: 'set', path: ['dns', 'ipv6'], value: false }
    : {
        kind: 'set',
        path: ['log', client === 'xray' ? 'loglevel' : 'level'],
        value: 'warn' + (client === 'xray' ? 'ing' : ''),
      }
  const all: (WantedChange | false | undefined)[] = [
    target !== undefined && { kind: 'add-rules', rules: lines, at: 'top' },
    target !== undefined && { kind: 'add-rules', rules: lines, at: 'bottom' },
    target !== undefined && rule !== undefined && { kind: 'add-rules', rules: lines, at: { after: rule } },
    target !== undefined && rule !== undefined && { kind: 'add-rules', rules: lines, at: { before: rule } },
    isClash && {
      kind: 'add-rule-set', name: 'new-set', at: 'top', rule: `RULE-SET,new-set,${target}`,
      set: { type: 'http', behavior: 'classical', url: 'https://lists.example.com/a.yaml' },
    },
    client === 'singbox' && target !== undefined && {
      kind: 'add-rule-set', name: 'new-set', at: 'top', rule: `RULE-SET,new-set,${target}`,
      set: { type: 'inline', rules: [{ domain: ['a.example.com'] }] },
    },
    isClash && {
      kind: 'add-proxy-provider', name: 'new-provider', into,
      provider: { type: 'http', url: 'https://sub.example.com/a', interval: 3600 },
    },
    (isClash || node !== undefined) && { kind: 'add-group', group: GROUPS[client]([node ?? 'DIRECT']), into: client === 'xray' ? [] : into },
    { kind: 'add-nodes', text: 'trojan://p@new.example.com:443#New', into },
    node !== undefined && { kind: 'rename', from: node, to: client === 'xray' ? `${node} 2` : '新 [name]: #1' },
    group !== undefined && { kind: 'rename', from: group, to: 'Renamed' },
    client !== 'xray' && node !== undefined && { kind: 'prefix-nodes', prefix: '[A] ' },
    group !== undefined && { kind: 'replace-group', name: group, group: { ...GROUPS[client](node === undefined ? [] : [node]), ...(client === 'mihomo' && { name: group, proxies: ['DIRECT'] }), ...(client !== 'mihomo' && { tag: group }) } }, // oxfmt-ignore
    rule !== undefined && { kind: 'remove', what: 'rule', name: isClash ? rule : JSON.parse(rule) },
    set,
  ] // oxfmt-ignore
  return all.filter((change) => change !== false && change !== undefined)
}
