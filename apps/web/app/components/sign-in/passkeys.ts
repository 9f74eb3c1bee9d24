import type { SessionUser } from '@switchyard/contract'
import { call } from '../../lib/api.ts'

let stop: (() => void) | undefined

/** Fetched when a passkey is first asked for: most visits ask for none. */
async function load() {
  const library = await import('@simplewebauthn/browser')
  stop = () => library.WebAuthnAbortService.cancelCeremony()
  return library
}

/** What the browser throws when its own dialog was closed, or when another question took its place. */
const NOTHING_CHOSEN: readonly string[] = ['NotAllowedError', 'AbortError']
/** What it throws where the device has a passkey of this account already. */
const KNOWN = 'InvalidStateError'

/** No extension is asked for, so there is nothing of one to send. */
const WITHOUT_EXTENSIONS = { clientExtensionResults: {} }

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** Whether this browser has passkeys at all: only https and localhost have them. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Whether this browser offers passkeys in the list under a field. */
export async function offersPasskeysInFields(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())
}

/**
 * Signs somebody in with a passkey. `field`: it is offered under the field for the address, and the answer may come much
 * later. Undefined: the person chose none.
 */
export async function signInWithPasskey(offered: 'dialog' | 'field'): Promise<SessionUser | undefined> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    load(),
    call('POST /api/auth/passkeys/options', { quiet: true }),
  ])
  try {
    const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: offered === 'field' })
    const body = { response: { ...response, ...WITHOUT_EXTENSIONS } }
    return (await call('POST /api/auth/passkeys/login', { body, quiet: true })).user
  } catch (error) {
    if (NOTHING_CHOSEN.includes(nameOf(error))) return undefined
    throw error
  }
}

/** Ends the question that stands under a field. */
export function stopAskingForPasskey(): void {
  stop?.()
}

/** Makes a passkey for who is signed in. Throws what the server refuses. */
export async function addPasskey(label: string): Promise<'added' | 'known' | 'not chosen'> {
  const [{ startRegistration }, { options }] = await Promise.all([
    load(),
    call('POST /api/profile/passkeys/options', { quiet: true }),
  ])
  try {
    const response = await startRegistration({ optionsJSON: options })
    const body = { label, response: { ...response, ...WITHOUT_EXTENSIONS } }
    await call('POST /api/profile/passkeys', { body, quiet: true })
    return 'added'
  } catch (error) {
    if (nameOf(error) === KNOWN) return 'known'
    if (NOTHING_CHOSEN.includes(nameOf(error))) return 'not chosen'
    throw error
  }
}
