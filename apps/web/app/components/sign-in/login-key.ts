/** What the fragment of a link to the sign-in page carries: it stays in the browser, and no server log has it. */
export interface LoginKey {
  kind: 'setup' | 'invite' | 'reset' | 'confirm'
  token: string
}

const KINDS: readonly LoginKey['kind'][] = ['setup', 'invite', 'reset', 'confirm']

/** '#invite=a1B2' gives the token of an invite; anything else nothing. */
export function readLoginKey(fragment: string): LoginKey | undefined {
  const [name, token] = fragment.replace(/^#/, '').split('=', 2)
  const kind = KINDS.find((one) => one === name)
  return kind && token && /^[\w-]{1,200}$/.test(token) ? { kind, token } : undefined
}

/** '#failed=method-taken' gives why the way to a provider ended there; anything else nothing. */
export function readFailedWay(fragment: string): string | undefined {
  return /^#failed=([a-z-]{1,40})$/.exec(fragment)?.[1]
}
