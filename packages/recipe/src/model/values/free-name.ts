/** The first of the names for 1, 2, 3 … that is not taken. */
export function freeName(taken: ReadonlySet<string>, nameOf: (number: number) => string): string {
  let number = 1
  while (taken.has(nameOf(number))) number++
  return nameOf(number)
}

/** 'provider', then 'provider 2'. */
export const numbered =
  (name: string) =>
  (number: number): string =>
    number === 1 ? name : `${name} ${number}`
