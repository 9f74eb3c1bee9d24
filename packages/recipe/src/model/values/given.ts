/** An object without its undefined values: a key that may hold one may be absent. */
export type Given<T> = T extends unknown
  ? { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
      [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
    }
  : never

/** What of the values is given. */
export function given<T extends object>(values: T): Given<T> {
  // The compiler does not follow keys through a list of entries.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
