/** Gives back what it is given: a class built on it puts its private field on that object. */
// oxlint-disable-next-line typescript/no-extraneous-class -- only a constructor can put a private field on an object
class Given {
  constructor(node: object) {
    return node
  }
}

/**
 * A mark on nodes whose fields are known to have the right kinds: a reader of ours made them, or `nodeFrom` looked at
 * them. A copy, or what came through a message or a file, has no mark. A private field costs less than a WeakSet.
 */
class Checked extends Given {
  // oxlint-disable-next-line no-unused-private-class-members -- asked for by `in`
  readonly #isChecked = true

  static isOn(node: object): boolean {
    return #isChecked in node
  }
}

/** Puts the mark on a node; the same node. */
export function markChecked<N extends object>(node: N): N {
  if (!Checked.isOn(node)) void new Checked(node)
  return node
}

/** Whether the node has the mark. */
export function isChecked(node: object): boolean {
  return Checked.isOn(node)
}
