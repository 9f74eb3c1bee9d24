/** What is true of every kind of Git host, light enough for a page. */
import { GITEA } from './gitea/facts.ts'
import { GITEE } from './gitee/facts.ts'
import { GITHUB } from './github/facts.ts'
import { GITLAB } from './gitlab/facts.ts'
import type { HostFacts } from './host/host-facts.ts'

export type { HostFacts } from './host/host-facts.ts'

export const GIT_HOSTS: readonly HostFacts[] = [GITHUB, GITLAB, GITEE, GITEA]
