import type { FormControl, FormListKind, FormNames } from '@switchyard/convert/configs'
import { clientFacts, type ClientId } from '@switchyard/convert/facts'

/** What a text may name, by the word that its control has for it. */
const KINDS: Readonly<Record<string, readonly FormListKind[]>> = {
  member: ['group', 'node'],
  proxy: ['group', 'node'],
  'rule-target': ['group', 'node'],
  outbound: ['group', 'node'],
  'proxy-provider': ['proxy-provider'],
  'rule-set': ['rule-set'],
  dns_server: ['dns-server'],
  inbound: ['inbound'],
}
const WITH_BUILT_INS: ReadonlySet<string> = new Set(['member', 'proxy', 'rule-target'])

/** What a control can be given: the names of the config and those of the client, or a few fixed texts. */
export function choicesOf(control: FormControl, names: FormNames, client: ClientId): readonly string[] {
  if ('values' in control && control.values) return control.values.map(String)
  const asked = 'names' in control ? control.names : undefined
  if (asked === undefined) return []
  const own = (KINDS[asked] ?? []).flatMap((kind) => names[kind] ?? [])
  return [...new Set([...own, ...(WITH_BUILT_INS.has(asked) ? clientFacts(client).groups.members : [])])]
}
