/** What was looked at, in one sentence. A warning is worth a look; a fault has to be mended. */
export interface Examined {
  state: 'well' | 'warning' | 'fault'
  sentence: string
}

export const well = (sentence: string): Examined => ({ state: 'well', sentence })
export const warning = (sentence: string): Examined => ({ state: 'warning', sentence })
export const fault = (sentence: string): Examined => ({ state: 'fault', sentence })

/** What was thrown, in its own words, for the middle of a sentence. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
