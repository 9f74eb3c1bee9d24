/** The value under a name that comes from outside. Inherited names such as `constructor` are not found. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
