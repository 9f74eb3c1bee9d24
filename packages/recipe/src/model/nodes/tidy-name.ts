import { cleanName } from '@switchyard/convert/clean-name'

/** A name as it is kept, wherever it was typed: what clients cannot show is gone, and blanks around it; '' = no name. */
export function tidyName(name: string): string {
  return cleanName(name).trim()
}
