/** How many nodes an output has, and how many it leaves out: by the user's choice, or because it cannot take them. */
export interface NodesKept {
  kept: number
  leftOut: number
}

/** The one meaning of these numbers: for a result, for a cell of the comparison, for a client that is offered. */
export function keptOf({ output, excluded, refused }: Record<'output' | 'excluded' | 'refused', number>): NodesKept {
  return { kept: output, leftOut: excluded + refused }
}
