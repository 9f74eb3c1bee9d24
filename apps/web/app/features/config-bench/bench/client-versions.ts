import { clientFacts, type ClientId } from '@switchyard/convert/facts'

/** Versions that a config can be checked for, besides the newest: a number each. */
export function versionsOf(client: ClientId): readonly string[] {
  return clientFacts(client).versions.filter((version) => /^\d/.test(version))
}
