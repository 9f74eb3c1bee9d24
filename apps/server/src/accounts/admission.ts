import type { Settings } from '../settings.ts'
import { ApiRefusal } from '../api-refusal.ts'
import type { User } from '../http/visitor.ts'
import { useInvite } from './invites.ts'
import type { Rows } from '../db/rows.ts'
import { needsSetup, useSetupCode } from './setup-code.ts'

/** What somebody brings who wants an account. */
export interface Ticket {
  setupCode?: string | undefined
  invite?: string | undefined
}

/**
 * Whether an account may be made, and in which role: the first one is the owner's and needs the setup code, the others
 * go by `REGISTRATION`. Runs in the transaction that makes the account: what was used up is not where that fails. Throws
 * the refusals `wrong-setup-code`, `registration-closed` and `invite-invalid`.
 */
export async function admit(
  rows: Rows,
  { setupCode, invite }: Ticket,
  { REGISTRATION }: Pick<Settings, 'REGISTRATION'>,
  now: number,
): Promise<User['role']> {
  if (await needsSetup(rows)) {
    if (setupCode !== undefined && (await useSetupCode(rows, setupCode, now))) return 'owner'
    throw new ApiRefusal('wrong-setup-code')
  }
  switch (REGISTRATION) {
    case 'open':
      return 'member'
    case 'closed':
      throw new ApiRefusal('registration-closed')
    case 'invite':
      if (invite === undefined) throw new ApiRefusal('registration-closed')
      if (!(await useInvite(rows, invite, now))) throw new ApiRefusal('invite-invalid')
      return 'member'
  }
}
