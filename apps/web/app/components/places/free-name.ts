/** `a.yaml`, and where that is taken `a (2).yaml`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 2; ; number++) {
    const free = `${stem} (${number})${ending}`
    if (!taken.has(free)) return free
  }
}
