import type { HostFacts } from '../host/host-facts.ts'

export const GITEA: HostFacts = {
  id: 'gitea',
  name: 'Gitea',
  baseEnding: '/api/v1',
  scopes: { read: 'read:repository', write: 'write:repository' },
  tokenPage: (base) => `${webAddressOf(base)}/user/settings/applications`,
  canDeleteBranch: true,
  // Its operator has to allow it: `[cors] ENABLED=true`.
  allowsBrowsers: false,
  apiPaths: ['/user', '/repos/'],
}

/** Where people open what the API has. */
export function webAddressOf(base: string): string {
  return base.replace(/\/api\/v1$/, '')
}
