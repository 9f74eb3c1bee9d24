import { GIT_HOSTS, type HostFacts, hostAtBase } from '@switchyard/git-hosts/facts'
import type { GitAccount } from './git-account.ts'

export const ACCOUNT_NAME_MAX = 64

/** What is typed of an account. */
export interface AccountDraft {
  name: string
  base: string
  /** '': as it was, or none yet. */
  token: string
}

export type BaseMistake = 'empty' | 'not-https' | 'not-plain' | 'other-host'
export interface DraftMistakes {
  name?: 'empty' | 'taken'
  base?: BaseMistake
  token?: 'empty' | 'letters'
}

/** The facts of a host by its id. */
export function hostFacts(id: string): HostFacts | undefined {
  return GIT_HOSTS.find((host) => host.id === id)
}

const withoutSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address)

/** The base that a person means: `https://git.example/` is that of its API. Undefined: no API of this host is there. */
export function baseMeant(facts: HostFacts, typed: string): string | undefined {
  const base = withoutSlash(typed.trim())
  const host = hostAtBase(base) ?? hostAtBase(base + facts.baseEnding)
  if (host?.id !== facts.id) return undefined
  return hostAtBase(base) ? base : base + facts.baseEnding
}

/** What is wrong with a draft, by field. `own`: the account that is changed. */
export function mistakesIn(
  facts: HostFacts,
  { name, base, token }: AccountDraft,
  accounts: readonly GitAccount[],
  own?: GitAccount,
): DraftMistakes {
  const wanted = name.trim()
  const isTaken = accounts.some((one) => one.id !== own?.id && one.name === wanted)
  const baseMistake = mistakeOfBase(facts, base)
  const needsToken = own === undefined || baseMeant(facts, base) !== own.base
  return {
    ...(wanted === '' ? { name: 'empty' } : isTaken ? { name: 'taken' } : {}),
    ...(baseMistake && { base: baseMistake }),
    // A header carries nothing else, and no host gives out such a token.
    ...(!/^[!-~]*$/.test(token.trim())
      ? { token: 'letters' }
      : needsToken && token.trim() === ''
        ? { token: 'empty' }
        : {}),
  }
}

function mistakeOfBase(facts: HostFacts, typed: string): BaseMistake | undefined {
  const base = typed.trim()
  if (base === '') return 'empty'
  if (baseMeant(facts, base) !== undefined) return undefined
  if (/^http:/i.test(base)) return 'not-https'
  return hostAtBase(withoutSlash(base)) ? 'other-host' : 'not-plain'
}
