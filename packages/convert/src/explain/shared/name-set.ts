/** Names, suffixes, words and patterns in which a name is looked up: most of them in a time that does not grow with their number. */
export class NameSet {
  /** The name itself; it and all below; only what is below. By name, with the way each was written. */
  readonly exact = new Map<string, string>()
  readonly suffixes = new Map<string, string>()
  readonly below = new Map<string, string>()
  readonly #tests: { test: (name: string) => boolean; text: string }[] = []

  /** What can be looked up at once; undefined where more than that has to be tried. */
  get keys(): { exact: Iterable<string>; suffixes: Iterable<string>; below: Iterable<string> } | undefined {
    if (this.#tests.length > 0) return undefined
    return { exact: this.exact.keys(), suffixes: this.suffixes.keys(), below: this.below.keys() }
  }

  addTest(test: (name: string) => boolean, text: string): void {
    this.#tests.push({ test, text })
  }

  addKeyword(keyword: string, text: string): void {
    this.addTest((name) => name.includes(keyword), text)
  }

  /** The entry that a name fits, as it is written. */
  find(name: string): string | undefined {
    return this.#findByLabel(name) ?? this.#tests.find(({ test }) => test(name))?.text
  }

  #findByLabel(name: string): string | undefined {
    const exact = this.exact.get(name) ?? this.suffixes.get(name)
    if (exact !== undefined) return exact
    if (this.suffixes.size + this.below.size === 0) return undefined
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const suffix = name.slice(dot + 1)
      const found = this.suffixes.get(suffix) ?? this.below.get(suffix)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Whether a name has the labels of a pattern, `*` standing for any one; with `+.` in front, or is below such a name. */
export function fitsLabels(pattern: string, name: string): boolean {
  const isSuffix = pattern.startsWith('+.')
  const wanted = (isSuffix ? pattern.slice(2) : pattern).split('.')
  const labels = name.split('.')
  const skip = labels.length - wanted.length
  if (isSuffix ? skip < 0 : skip !== 0) return false
  return wanted.every((label, at) => (label === '*' ? labels[at + skip] !== '' : label === labels[at + skip]))
}
