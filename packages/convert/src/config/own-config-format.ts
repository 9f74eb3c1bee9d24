import { ConvertError } from '../model/convert-error.ts'
import type { ConfigRequest } from './config-request.ts'

/** Refuses an own config of a format that cannot become one for the client: its routing has no counterpart line by line. */
export function refuseForeignBase({ template, client }: ConfigRequest): void {
  if (template.baseKind !== undefined && !client.configFormats.includes(template.baseKind))
    throw new ConvertError('bad-template', { name: template.name, client: client.id })
}
