import type { NodeBase } from '@switchyard/convert'
import { isNodeBase } from './node-edit.ts'

/** The source of the nodes that were added by hand: its text has one record a line, and grows at its end. */
export const ADDED_SOURCE = 'added'

export function addedText(text: string, node: NodeBase): string {
  return `${text}${JSON.stringify(node)}\n`
}

/** The records of such a text. A line that is no record is left out: the draft was changed outside of the page. */
export function readAddedNodes(text: string): { node: NodeBase; line: number }[] {
  return text.split('\n').flatMap((json, index) => {
    const node = json === '' ? undefined : recordIn(json)
    return node ? [{ node, line: index + 1 }] : []
  })
}

function recordIn(json: string): NodeBase | undefined {
  try {
    const record: unknown = JSON.parse(json)
    return isNodeBase(record) && record.port !== undefined ? record : undefined
  } catch {
    return undefined
  }
}
