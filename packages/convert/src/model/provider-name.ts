const DEFAULT_PROVIDER_NAME = 'provider'

/** What a proxy provider is called that a person gave no name: `provider`, then `provider 2`. */
export function freeProviderName(taken: ReadonlySet<string>): string {
  let name = DEFAULT_PROVIDER_NAME
  for (let number = 2; taken.has(name); number++) name = `${DEFAULT_PROVIDER_NAME} ${number}`
  return name
}
