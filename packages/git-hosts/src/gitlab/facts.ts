import type { HostFacts } from '../host/host-facts.ts'

export const GITLAB: HostFacts = {
  id: 'gitlab',
  name: 'GitLab',
  defaultBase: 'https://gitlab.com/api/v4',
  // Something may stand between the name of the host and this.
  baseEnding: '/api/v4',
  scopes: { read: 'read_api', write: 'api' },
  tokenPage: (base) => `${webAddressOf(base)}/-/user_settings/personal_access_tokens?scopes=api`,
  canDeleteBranch: true,
  allowsBrowsers: true,
  apiPaths: ['/user', '/personal_access_tokens/self', '/projects'],
}

/** Where people open what the API has. */
export function webAddressOf(base: string): string {
  return base.replace(/\/api\/v4$/, '')
}
