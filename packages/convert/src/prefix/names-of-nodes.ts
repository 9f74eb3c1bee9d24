import { parseNodes } from '../parse-nodes.ts'

/** The names of the nodes in a text that a provider answered with. */
export function namesOfNodes(text: string): string[] {
  return parseNodes(text).nodes.map(({ node }) => node.name)
}
