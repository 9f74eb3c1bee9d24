import { OUTPUT_FACTS } from '@switchyard/convert/facts'

/** The name of a client as people know it; a name that this page does not know stays as it is. */
export function clientName(client: string): string {
  return OUTPUT_FACTS.find(({ id }) => id === client)?.title ?? client
}
