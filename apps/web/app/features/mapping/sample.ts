import type { MappingSet } from '@switchyard/recipe/mapping'

/** A few rows to begin with. */
export const sampleMapping = (near: string, fast: string): MappingSet => ({
  nodes: [
    { region: 'HK', group: near },
    { name: '(?i)iepl|iplc', group: fast },
  ],
  groups: [],
})

/** Made-up nodes. */
export const TRIAL_SAMPLE = ['🇭🇰 香港 01', '🇭🇰 香港 02', '🇯🇵 东京 IEPL', '🇺🇸 洛杉矶 01']
  .map((name) => `trojan://sample@node.example.com:443#${encodeURIComponent(name)}`)
  .join('\n')
