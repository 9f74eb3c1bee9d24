import type { HostFacts } from '../host/host-facts.ts'

export const GITHUB: HostFacts = {
  id: 'github',
  name: 'GitHub',
  defaultBase: 'https://api.github.com',
  // GitHub Enterprise.
  baseEnding: '/api/v3',
  // Classic tokens; a fine-grained one needs "Contents", to read or to write.
  scopes: { read: 'repo', write: 'repo' },
  tokenPage: (base) => `${webAddressOf(base)}/settings/tokens/new?scopes=repo`,
  canDeleteBranch: true,
  allowsBrowsers: true,
  apiPaths: ['/user', '/repos/', '/rate_limit'],
}

/** Where people open what the API has. */
export function webAddressOf(base: string): string {
  return base === GITHUB.defaultBase ? 'https://github.com' : base.replace(/\/api\/v3$/, '')
}
