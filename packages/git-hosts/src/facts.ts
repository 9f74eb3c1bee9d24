/** What is true of every kind of Git host, light enough for a page. */
import { GITHUB } from './github/facts.ts'
import type { HostFacts } from './host/host-facts.ts'

export type { HostFacts } from './host/host-facts.ts'

export const GIT_HOSTS: readonly HostFacts[] = [GITHUB]
