import { PROTOCOLS } from '../protocols/index.ts'

/** Every name that a node type goes by: `shadowsocks`, `hy2`, `wg` … -> our own. */
const TYPE_NAMES = new Map<string, string>()
for (const { type, schemes, mihomoTypes, singboxTypes } of PROTOCOLS) {
  for (const name of [...schemes, ...mihomoTypes, ...singboxTypes]) {
    if (!TYPE_NAMES.has(name)) TYPE_NAMES.set(name, type)
  }
}
for (const { type } of PROTOCOLS) TYPE_NAMES.set(type, type)

/** The type of nodes that goes by a name in links or in any client: `shadowsocks` is `ss`; undefined for none. */
export function findTypeByName(name: string): string | undefined {
  return TYPE_NAMES.get(name.toLowerCase())
}
