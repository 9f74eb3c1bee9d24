import type { OAuthProvider } from '@switchyard/contract'
import { admit, type Ticket } from '../../accounts/admission.ts'
import { addProvider, findProviderUser, noteProviderUsed } from '../../accounts/sign-in-methods.ts'
import { findUserById, forgetUnconfirmed, insertUser, userOf } from '../../accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import type { User } from '../../http/visitor.ts'
import type { ProviderUser } from './providers.ts'

const MOST_NAME = 40

/**
 * Whose account an account at a provider opens. Where there is none yet, one is made as everybody makes one: by
 * `REGISTRATION`, invitation or setup code. An address that is taken links nothing: its owner signs in and links. Throws
 * the refusals of `admit`, `email-taken`, `no-confirmed-email`, and `sign-in-failed` for who is disabled.
 */
export async function findOrMakeUser(
  { settings, store, now }: Pick<Deps, 'settings' | 'store' | 'now'>,
  { provider, language, ...ticket }: Ticket & { provider: OAuthProvider; language: User['language'] },
  person: ProviderUser,
): Promise<User> {
  return store.database.query.transaction().execute(async (rows) => {
    const known = await findProviderUser(rows, provider, person.subject)
    if (known !== undefined) {
      const row = await findUserById(rows, known)
      if (!row || row.disabled_at !== null) throw new ApiRefusal('sign-in-failed')
      await noteProviderUsed(rows, provider, person.subject, now())
      return userOf(row)
    }
    if (person.email === undefined) throw new ApiRefusal('no-confirmed-email')
    const role = await admit(rows, ticket, settings, now())
    await forgetUnconfirmed(rows, person.email)
    const name = Array.from(person.name).slice(0, MOST_NAME).join('')
    const user = await insertUser(rows, { email: person.email, name, language, role }, now())
    if (user === undefined) throw new ApiRefusal('email-taken')
    const method = { kind: provider, subject: person.subject, label: person.login }
    if (!(await addProvider(rows, user.id, method, now()))) throw new ApiRefusal('sign-in-failed')
    return user
  })
}
