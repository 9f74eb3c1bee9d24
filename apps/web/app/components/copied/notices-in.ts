import type { BuildResult } from '@switchyard/recipe/model'

/** How many entries of a result tell of traffic or expiry and are no servers. A list of nodes has no outline. */
export function noticesIn({ outline, issues, counts }: Pick<BuildResult, 'outline' | 'issues' | 'counts'>): number {
  const kept = issues.filter(({ code, kept }) => code === 'info-entry' && kept !== false).length
  return Math.min(outline?.notices ?? kept, counts.output)
}
