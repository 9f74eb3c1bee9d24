import { gitea } from './gitea/gitea.ts'
import { gitee } from './gitee/gitee.ts'
import { github } from './github/github.ts'
import { gitlab } from './gitlab/gitlab.ts'
import type { Dialect } from './host/dialect.ts'
import type { HostFacts } from './host/host-facts.ts'

const DIALECTS: readonly Dialect[] = [github, gitlab, gitee, gitea]

/** What a kind of host speaks: one of `GIT_HOSTS`. */
export function dialectOf({ id }: Pick<HostFacts, 'id'>): Dialect {
  const dialect = DIALECTS.find(({ facts }) => facts.id === id)
  if (!dialect) throw new Error(`No kind of Git host is called ${id}.`)
  return dialect
}
