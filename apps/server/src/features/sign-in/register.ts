import type { ReadBodyOf } from '@switchyard/contract'
import { makeLink } from '../../accounts/account-links.ts'
import { admit } from '../../accounts/admission.ts'
import { linkTo, post } from '../../accounts/letters.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import type { Rows } from '../../db/rows.ts'
import { notePasswordUsed, savePassword } from '../../accounts/sign-in-methods.ts'
import { emailKey, forgetUnconfirmed, insertUser } from '../../accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { letterTo, type RequestLimits } from '../../http/request-limits.ts'
import type { User } from '../../http/visitor.ts'

type Wanted = ReadBodyOf<'POST /api/auth/register'> & { language: User['language'] }

/**
 * Makes an account. Undefined where its address has to be confirmed first: with mail nobody is told whether an address
 * has an account, but by a letter to it. The owner's code is proof enough.
 */
export async function register(
  deps: Pick<Deps, 'settings' | 'store' | 'mail' | 'log' | 'now'> & { limits: RequestLimits },
  wanted: Wanted,
  site: string,
): Promise<User | undefined> {
  const { settings, store, mail, now, limits } = deps
  // Before the transaction: others do not wait for it.
  const hash = await hashPassword(wanted.password)
  const made = await store.database.query.transaction().execute(async (rows) => {
    const role = await admit(rows, wanted, settings, now())
    const { email, name, language } = wanted
    if (mail !== undefined) {
      await forgetUnconfirmed(rows, email)
      // Who may have no account here uses up no letter of anybody.
      if (role !== 'owner') await limits.count(...letterTo(emailKey(email)))
    }
    const user = await insertUser(rows, { email, name, language, role }, now())
    if (user === undefined) {
      if (mail === undefined) throw new ApiRefusal('email-taken', { field: 'email' })
      await writeSomething(rows)
      return { taken: true as const }
    }
    await savePassword(rows, user.id, hash, now())
    if (mail === undefined || role === 'owner') {
      await notePasswordUsed(rows, user.id, now())
      return { user }
    }
    return { user, link: await makeLink(rows, { userId: user.id, purpose: 'confirm', email: user.email }, now()) }
  })
  const letter = { to: wanted.email, language: wanted.language, site }
  if ('taken' in made) {
    post(deps, 'taken', letter, `${site}/login`)
    return undefined
  }
  if (!('link' in made) || made.link === undefined) return made.user
  post(deps, 'confirm', letter, linkTo(site, 'confirm', made.link.token))
  return undefined
}

/** A new account takes the time of a write: so does one that is not made. This row stays as it is. */
async function writeSomething(rows: Rows): Promise<void> {
  await rows.updateTable('setup_state').set({ id: 1 }).where('id', '=', 1).execute()
}
