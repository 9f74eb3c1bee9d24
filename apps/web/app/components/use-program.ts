import type { ClientId } from '@switchyard/recipe/model'
import { PHONE, useMedia } from '../lib/use-media.ts'
import { usePhoneSystem } from '../lib/use-phone-system.ts'
import { CLIENT_PROGRAMS, phoneProgram } from './client-programs.ts'

/** The best known program of a client on this device. A window as narrow as a phone shows that of phones. */
export function useProgram(): (client: ClientId) => string {
  const system = usePhoneSystem()
  const isPhone = useMedia(PHONE)
  return (client) => (system || isPhone ? phoneProgram(client, system) : CLIENT_PROGRAMS[client].programs[0])
}
