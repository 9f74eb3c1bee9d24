import { convert, type NodeBase } from '@switchyard/convert'
import type { NodeTexts } from '../model/nodes/node-previews.ts'

/** The node alone, as clients spell it. */
export function textsOf(node: NodeBase): NodeTexts {
  const write = (to: 'mihomo' | 'singbox') => {
    try {
      return convert({ nodes: [node], to, output: { list: true }, read: { excludes: [] } }).text
    } catch {
      // The client has no such node, or an edit gave it a field of the wrong kind.
      return ''
    }
  }
  return { yaml: write('mihomo'), json: write('singbox') }
}
