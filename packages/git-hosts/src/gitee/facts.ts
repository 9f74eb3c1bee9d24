import type { HostFacts } from '../host/host-facts.ts'

const WEB = 'https://gitee.com'

export const GITEE: HostFacts = {
  id: 'gitee',
  name: 'Gitee',
  defaultBase: `${WEB}/api/v5`,
  baseEnding: '/api/v5',
  scopes: { read: 'projects', write: 'projects' },
  tokenPage: (base) => `${webAddressOf(base)}/profile/personal_access_tokens/new`,
  // Its API has no such call.
  canDeleteBranch: false,
  allowsBrowsers: true,
  apiPaths: ['/user', '/repos/'],
}

/** Where people open what the API has. */
export function webAddressOf(base: string): string {
  return base.replace(/\/api\/v5$/, '')
}
